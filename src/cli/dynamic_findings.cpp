#include "cli/dynamic_findings.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"

#include "tools/registry.h"

namespace dh {

namespace {

using dyn::EventKind;
using dyn::FindingSubject;
using dyn::FindingTraits;
using dyn::RawAccess;
using dyn::RawReport;
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
    case EventKind::request:
      return "waits for";
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
  const std::string own = raw.target == UINT32_MAX
                              ? target
                              : dyn::display_name(context.names, dyn::event_target(raw.kind), raw.target);
  access.description = fmt::format("{} {}{}", verb(raw.kind), own, at_symbol(access.symbol));
  for (const dyn::LocId frame : raw.stack)
    access.stack.push_back({symbol_of(context, frame), place_of(context, frame, raw.position), {}});
  access.knows_locks = raw.knows_locks;
  for (const uint32_t lock : raw.locks)
    access.locks.push_back(dyn::display_name(context.names, Space::lock, lock));
  return access;
}

std::string_view noun(EventKind kind) {
  switch (kind) {
    case EventKind::read:
      return "read";
    case EventKind::write:
      return "write";
    case EventKind::acquire:
      return "acquire";
    default:
      return "operation";
  }
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
  if (!report.note.empty()) witness.summary += " " + report.note;
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

std::string block_name(const RawReport& report, const DynamicContext& context) {
  const std::string_view name = context.names.name(Space::method, report.block);
  return name.empty() ? "The block" : fmt::format("Block {}", name);
}

// Rule, message, hint and confidence, from the tool's own description of the finding.
void describe(Finding& finding, const FindingTraits& traits, const RawReport& report,
              const DynamicContext& context) {
  const std::string later = thread_name(context, report.current.thread);
  const std::string earlier = thread_name(context, report.previous.thread);
  const std::string block = block_name(report, context);
  const auto fill_in = [&](std::string_view text) {
    return fmt::format(
        fmt::runtime(text), fmt::arg("tool", report.tool), fmt::arg("target", finding.shared.name),
        fmt::arg("operation", noun(report.current.kind)), fmt::arg("thread", later),
        fmt::arg("earlier_operation", noun(report.previous.kind)), fmt::arg("earlier_thread", earlier),
        fmt::arg("block", block), fmt::arg("note", report.note));
  };
  finding.message = fill_in(traits.message);
  finding.hint = fill_in(traits.hint);
  finding.confidence = Confidence(weighed(traits.certainty), fill_in(traits.certainty.reason));
  if (!traits.doubt.id.empty()) finding.confidence.apply(weighed(traits.doubt), fill_in(traits.doubt.reason));
  for (const dyn::RawStep& step : report.held) {
    finding.related.push_back(
        {place_of(context, step.location, step.position),
         fmt::format("{} acquires {} here and holds it", thread_name(context, step.thread),
                     dyn::display_name(context.names, Space::lock, step.target))});
  }
  if (traits.subject == FindingSubject::block) {
    finding.related.push_back(
        {place_of(context, report.block_location, report.block_position), "the block begins here"});
  }
}

// The write first; of two writes the one at the smaller place. One whose place is not known comes second.
void choose_primary(Finding& finding, FindingSubject subject) {
  if (finding.accesses.size() == 2 && subject == FindingSubject::accesses) {
    Access& a = finding.accesses[0];
    Access& b = finding.accesses[1];
    const bool both = a.kind == b.kind;
    const bool is_second_first = a.place.known() != b.place.known() ? b.place.known()
                                 : both                             ? b.place < a.place
                                                                    : b.kind == AccessKind::write;
    if (is_second_first) std::swap(a, b);
  }
  finding.place = finding.accesses.front().place;
}

void add_witness(Finding& finding, FindingSubject subject, const RawReport& report,
                 const DynamicContext& context) {
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
  const bool has_earlier = subject == FindingSubject::accesses && report.previous.thread.valid();
  if (has_earlier && !report.previous.location.valid() && report.current.location.valid())
    tell("place of the earlier access", "not known");
  if (report.times > 1) tell("events with these places", std::to_string(report.times));
}

}  // namespace

std::span<const Factor> dynamic_factors() {
  static constexpr Factor kFactors[] = {
#define DH_FACTOR(enumerator, id, weight, text) {id, weight, "{}"},
#include "dynamic/factors.def"
#undef DH_FACTOR
  };
  return kFactors;
}

WeighedFactor weighed(const dyn::ConfidencePart& part) {
  const auto table = dynamic_factors();
  const auto factor =
      std::find_if(table.begin(), table.end(), [&](const Factor& f) { return f.id == part.id; });
  DH_CHECK(factor != table.end(), "a factor that is not in dynamic/factors.def");
  return {&*factor, part.points};
}

Result<Finding> finding_of(const RawReport& report, const DynamicContext& context) {
  const dyn::ToolInfo* tool = dyn::find_tool(report.tool);
  if (tool == nullptr) return fail("this version has no tool '{}'", report.tool);
  if (report.finding >= tool->traits.findings.size())
    return fail("{} of this version has no finding {}", report.tool, report.finding);
  const FindingTraits& traits = tool->traits.findings[report.finding];
  Finding finding;
  const auto rule = rule_by_id(traits.rule);
  if (!rule) return fail("{}: unknown rule '{}'", report.tool, traits.rule);
  finding.rule = *rule;
  finding.shared = {std::string(dyn::space_name(report.space)),
                    dyn::display_name(context.names, report.space, report.target)};
  finding.accesses.push_back(access_of(report.current, finding.shared.name, context));
  if (report.previous.known)
    finding.accesses.push_back(access_of(report.previous, finding.shared.name, context));
  for (const RawAccess& access : report.more)
    finding.accesses.push_back(access_of(access, finding.shared.name, context));
  describe(finding, traits, report, context);
  add_witness(finding, traits.subject, report, context);
  choose_primary(finding, traits.subject);
  return finding;
}

std::string tools_option_help() {
  return fmt::format("The tools to run (default: {})",
                     dyn::tool_in_role(dyn::ToolRole::default_detector).name);
}

}  // namespace dh
