#include "tools/predict/witness.h"

#include <algorithm>

namespace dh::dyn {

namespace {

LogId first_not_inside(const Needs& needs, const Progress& progress) {
  LogId first = needs.log().size();
  for (uint32_t t = 0; t < needs.threads(); ++t) {
    if (progress[t] < needs.of_thread(t).size()) first = std::min(first, needs.of_thread(t)[progress[t]]);
  }
  return first;
}

void join_all_before(const Needs& needs, const std::vector<LogId>& next, Progress& progress) {
  for (const LogId event : next) needs.join_before(event, progress);
}

}  // namespace

std::vector<LogId> events_from(const Needs& needs, const Progress& progress, LogId from) {
  std::vector<LogId> order;
  for (uint32_t t = 0; t < needs.threads(); ++t) {
    const auto events = needs.of_thread(t).first(progress[t]);
    order.insert(order.end(), std::lower_bound(events.begin(), events.end(), from), events.end());
  }
  std::sort(order.begin(), order.end());
  return order;
}

std::optional<Witness> sync_preserving_witness(const Needs& needs, const Sections& sections,
                                               const std::vector<LogId>& next) {
  const LogId first = *std::min_element(next.begin(), next.end());
  Progress progress = needs.before(first);
  join_all_before(needs, next, progress);
  if (close_sync_preserving(needs, sections, progress, {next}))
    return Witness{first, events_from(needs, progress, first)};
  progress = needs.none();
  join_all_before(needs, next, progress);
  if (!close_sync_preserving(needs, sections, progress, {next})) return {};
  const LogId from = first_not_inside(needs, progress);
  return Witness{from, events_from(needs, progress, from)};
}

RawAccess raw_access(const Sections& sections, const EventLog& log, LogId event) {
  RawAccess access;
  access.kind = event_kind(log[event].op());
  access.thread = log.thread_id(log[event].thread);
  access.location = LocId(log[event].location);
  access.position = log.position(event);
  for (const SectionId id : sections.held_at(event))
    access.locks.push_back(sections.lock_id(sections[id].lock));
  access.knows_locks = true;
  std::reverse(access.locks.begin(), access.locks.end());  // in the order of their acquires
  access.known = true;
  return access;
}

void put_witness(RawReport& report, const EventLog& log, const Witness& witness, std::string_view claim) {
  const size_t skipped = witness.order.size() > kMaxSteps ? witness.order.size() - kMaxSteps : 0;
  for (size_t i = skipped; i < witness.order.size(); ++i) {
    const LoggedEvent& event = log[witness.order[i]];
    report.steps.push_back({event_kind(event.op()), log.thread_id(event.thread),
                            log.named_target(witness.order[i]), LocId(event.location),
                            log.position(witness.order[i])});
  }
  report.note = witness.from == 0
                    ? "From the start of the run"
                    : "From the run as it was before event " + std::to_string(log.position(witness.from) + 1);
  if (skipped != 0) report.note += ", after " + std::to_string(skipped) + " steps that are not shown";
  report.note += ", these steps make ";
  report.note.append(claim).append(".");
}

}  // namespace dh::dyn
