#include "cli/dynamic_findings.h"

#include <fmt/format.h>

#include <algorithm>

namespace dh {

namespace {

using dyn::EventKind;
using dyn::RawAccess;
using dyn::RawReport;
using dyn::ReportKind;
using dyn::Space;

std::string thread_name(const DynamicContext& context, dyn::ThreadId thread) {
  return thread.valid() ? dyn::display_name(context.names, Space::thread, thread.value) : "another thread";
}

Place place_of(const DynamicContext& context, dyn::LocId id, uint64_t position) {
  if (id.valid()) {
    const dyn::LocationName location = context.names.location(id);
    if (!location.path.empty()) return Place{location.path, location.line, location.column, location.line, 0};
  }
  if (!context.line_at) return {};
  const auto line = static_cast<uint32_t>(std::min<uint64_t>(context.line_at(position), UINT32_MAX));
  return Place{context.trace, line, 0, line, 0};
}

// What stays the same when the schedule differs: the code's name for the place.
std::string symbol_of(const DynamicContext& context, dyn::LocId id) {
  if (!id.valid()) return {};
  const dyn::LocationName location = context.names.location(id);
  if (!location.symbol.empty()) return location.symbol;
  return location.path.empty() ? fmt::format("location {}", location.number) : std::string();
}

std::string_view verb(EventKind kind) {
  switch (kind) {
    case EventKind::read:
      return "reads";
    case EventKind::write:
      return "writes";
    case EventKind::acquire:
      return "acquires";
    case EventKind::release:
      return "releases";
    case EventKind::start_pre:
      return "starts";
    case EventKind::join_post:
      return "joins";
    case EventKind::volatile_read:
    case EventKind::atomic_read:
      return "reads the volatile";
    case EventKind::volatile_write:
    case EventKind::atomic_write:
      return "writes the volatile";
    case EventKind::atomic_update:
      return "updates the atomic";
    default:
      return dyn::event_name(kind);
  }
}

AccessKind access_kind(EventKind kind) {
  if (kind == EventKind::read) return AccessKind::read;
  return kind == EventKind::write ? AccessKind::write : AccessKind::other;
}

std::string at_symbol(const std::string& symbol) {
  return symbol.empty() ? "" : " at " + symbol;
}

Access access_of(const RawAccess& raw, const std::string& target, const DynamicContext& context) {
  Access access;
  access.kind = access_kind(raw.kind);
  access.place = place_of(context, raw.location, raw.position);
  access.symbol = symbol_of(context, raw.location);
  access.thread = thread_name(context, raw.thread);
  access.description = fmt::format("{} {}{}", verb(raw.kind), target, at_symbol(access.symbol));
  for (const dyn::LocId frame : raw.stack)
    access.stack.push_back({symbol_of(context, frame), place_of(context, frame, raw.position), {}});
  for (const uint32_t lock : raw.locks)
    access.locks.push_back(dyn::display_name(context.names, Space::lock, lock));
  return access;
}

std::string noun(EventKind kind) {
  return kind == EventKind::write ? "write" : kind == EventKind::read ? "read" : "operation";
}

// The clocks that prove a race: what the later thread had seen of the earlier one.
Witness clock_witness(const RawReport& report, const DynamicContext& context) {
  Witness witness;
  const uint32_t slot = report.previous.epoch.slot;
  const uint32_t seen = slot < report.clock.size() ? report.clock[slot] : 0;
  const std::string earlier = thread_name(context, report.previous.thread);
  const std::string later = thread_name(context, report.current.thread);
  witness.summary = fmt::format("{} had seen {} up to time {}, and the {} was at time {}.", later, earlier,
                                seen, noun(report.previous.kind), report.previous.epoch.clock);
  witness.values = {{earlier, fmt::format("time {}", report.previous.epoch.clock)},
                    {later, fmt::format("time {}", report.current.epoch.clock)}};
  return witness;
}

Witness steps_witness(const RawReport& report, const DynamicContext& context) {
  Witness witness;
  witness.summary = report.note;
  for (const dyn::RawStep& step : report.steps) {
    const std::string target = dyn::display_name(context.names, dyn::event_target(step.kind), step.target);
    witness.steps.push_back(fmt::format("{} {} {}{}", thread_name(context, step.thread), verb(step.kind),
                                        target, at_symbol(symbol_of(context, step.location))));
  }
  return witness;
}

Confidence confidence_of(DynamicFactor start, std::string detail = {}) {
  return Confidence(FactorSet<DynamicFactor>()[start], std::move(detail));
}

Confidence lowered(DynamicFactor start, DynamicFactor by) {
  Confidence confidence = confidence_of(start);
  confidence.apply(FactorSet<DynamicFactor>()[by]);
  return confidence;
}

void describe_race(Finding& finding, const RawReport& report, const std::string& later,
                   const std::string& earlier) {
  finding.rule = Rule::data_race;
  finding.message =
      fmt::format("Data race on {}: the {} by {} and the earlier {} by {} are not ordered.",
                  finding.shared.name, noun(report.current.kind), later, noun(report.previous.kind), earlier);
  finding.hint =
      "Guard both accesses with one lock, or order the threads by a start, join, volatile or hand-over.";
  finding.confidence = confidence_of(DynamicFactor::precise_race, std::string(report.tool));
}

void describe_stale(Finding& finding, const RawReport& report, const std::string& later) {
  finding.rule = Rule::data_race;
  finding.message =
      fmt::format("The read of {} by {} could return a stale value.", finding.shared.name, later);
  finding.hint = "Make the variable volatile or guard it with a lock, so that reads see the last write.";
  finding.confidence = confidence_of(DynamicFactor::stale_read, report.note);
}

void describe_discipline(Finding& finding, const RawReport& report, const std::string& later) {
  finding.rule = Rule::lock_discipline;
  finding.message = fmt::format("No lock protects {}: with this {} by {} none is held at all its accesses.",
                                finding.shared.name, noun(report.current.kind), later);
  finding.hint = "Decide on one lock for the variable and hold it at every access.";
  finding.confidence = lowered(DynamicFactor::lock_sets, DynamicFactor::other_order);
}

std::string block_name(const RawReport& report, const DynamicContext& context) {
  const std::string_view name = context.names.name(Space::method, report.block);
  return name.empty() ? "The block" : fmt::format("Block {}", name);
}

void describe_atomicity(Finding& finding, const RawReport& report, const DynamicContext& context,
                        const std::string& later) {
  finding.rule = Rule::atomicity_violation;
  const bool predicted = report.tool == "SideTrack" && !report.note.empty();  // it notes what did not happen
  finding.message =
      fmt::format("{} of {} is not atomic: other threads' operations on {} {} come between its own.",
                  block_name(report, context), later, finding.shared.name, predicted ? "could" : "can");
  finding.hint = "Hold one lock for the whole block, or make the block smaller.";
  if (report.tool == "Velodrome" || report.tool == "SingleTrack") {
    finding.message =
        fmt::format("{} of {} is not serializable: its {} of {} closes a cycle.", block_name(report, context),
                    later, report.current.kind == EventKind::acquire ? "acquire" : noun(report.current.kind),
                    finding.shared.name);
    finding.confidence = confidence_of(DynamicFactor::cycle);
  } else if (report.tool == "Atomizer") {
    finding.confidence = lowered(DynamicFactor::movers, DynamicFactor::may_be_serializable);
  } else if (predicted) {
    finding.confidence = lowered(DynamicFactor::predicted, DynamicFactor::not_observed);
  } else {
    finding.confidence = confidence_of(DynamicFactor::observed);
  }
  finding.related.push_back(
      {place_of(context, report.block_location, report.block_position), "the block begins here"});
}

void describe_nondeterminism(Finding& finding, const RawReport& report, const std::string& later,
                             const std::string& earlier) {
  finding.rule = Rule::nondeterminism;
  finding.message =
      fmt::format("The order of the {} of {} by {} and the earlier {} by {} depends on the schedule.",
                  noun(report.current.kind), finding.shared.name, later, noun(report.previous.kind), earlier);
  finding.hint = "Order the threads by a join, a barrier or a future, or let each work on its own copy.";
  finding.confidence = lowered(DynamicFactor::conflict, DynamicFactor::may_commute);
}

// The write first; of two writes the one at the smaller place.
void choose_primary(Finding& finding) {
  if (finding.accesses.size() == 2 && finding.rule != Rule::atomicity_violation) {
    Access& a = finding.accesses[0];
    Access& b = finding.accesses[1];
    const bool both = a.kind == b.kind;
    if (both ? b.place < a.place : b.kind == AccessKind::write) std::swap(a, b);
  }
  finding.place = finding.accesses.front().place;
}

}  // namespace

Finding finding_of(const RawReport& report, const DynamicContext& context) {
  Finding finding;
  finding.shared = {std::string(dyn::space_name(report.space)),
                    dyn::display_name(context.names, report.space, report.target)};
  const std::string later = thread_name(context, report.current.thread);
  const std::string earlier = thread_name(context, report.previous.thread);
  finding.accesses.push_back(access_of(report.current, finding.shared.name, context));
  if (report.previous.known)
    finding.accesses.push_back(access_of(report.previous, finding.shared.name, context));
  switch (report.kind) {
    case ReportKind::race:
      describe_race(finding, report, later, earlier);
      break;
    case ReportKind::stale_read:
      describe_stale(finding, report, later);
      break;
    case ReportKind::lock_discipline:
      describe_discipline(finding, report, later);
      break;
    case ReportKind::atomicity:
      describe_atomicity(finding, report, context, later);
      break;
    case ReportKind::nondeterminism:
      describe_nondeterminism(finding, report, later, earlier);
      break;
  }
  if (!report.steps.empty()) {
    finding.witness = steps_witness(report, context);
  } else if (report.previous.known && report.previous.epoch.clock != 0 && !report.clock.empty()) {
    finding.witness = clock_witness(report, context);
  }
  const auto tell = [&](std::string what, std::string text) {
    if (!finding.witness) finding.witness.emplace();
    finding.witness->values.emplace_back(std::move(what), std::move(text));
  };
  if (!report.object.empty()) tell("object", report.object);
  const bool has_earlier = report.kind == ReportKind::race && report.previous.thread.valid();
  if (has_earlier && !report.previous.location.valid() && report.current.location.valid())
    tell("place of the earlier access", "not known: the later one came before it was noted");
  if (report.times > 1) tell("events with these places", std::to_string(report.times));
  choose_primary(finding);
  return finding;
}

}  // namespace dh
