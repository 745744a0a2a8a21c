#include "tools/predict/deadlock.h"

#include <algorithm>

#include "tools/predict/deadlock_patterns.h"
#include "tools/predict/witness.h"

namespace dh::dyn {

namespace {

// The same places are one deadlock, whatever the threads and locks.
uint64_t places_of(const EventLog& log, const std::vector<LogId>& waiting) {
  uint64_t key = 0;
  for (const LogId id : waiting) {
    const LoggedEvent& event = log[id];
    const uint64_t place =
        event.location == LocId::kNone ? hash_combine(event.thread, event.target) : event.location;
    key += hash_combine(place, event.shared);
  }
  return key;
}

// The section whose lock a waiting thread needs, of the thread that holds it.
const Section* holding_section(const Sections& sections, const EventLog& log, LogId waiting, LogId holder) {
  for (const SectionId id : sections.held_at(holder)) {
    if (sections.lock_id(sections[id].lock) == log[waiting].target) return &sections[id];
  }
  return nullptr;
}

}  // namespace

DeadlockAnalysis::DeadlockAnalysis(ToolSetup& setup) : name_(setup.name), reports_(setup.reports) {
  limits_.length = static_cast<size_t>(setup.number("length", 5, 2, 20));
  limits_.cycles = static_cast<size_t>(setup.number("cycles", 100'000, 1, 1e8));
}

void DeadlockAnalysis::report_cycle(const Sections& sections, const EventLog& log,
                                    const std::vector<LogId>& waiting, uint8_t finding,
                                    const Witness* witness, const std::string& note) {
  RawReport report;
  report.tool = name_;
  report.finding = finding;
  report.space = Space::lock;
  std::vector<LogId> order = waiting;
  // Begins with the smallest place, so that the same deadlock reads the same in every run.
  const auto first = std::min_element(order.begin(), order.end(), [&](LogId a, LogId b) {
    return std::pair(log[a].location, a) < std::pair(log[b].location, b);
  });
  std::rotate(order.begin(), first, order.end());
  report.target = log[order.front()].target;
  for (size_t i = 0; i < order.size(); ++i) {
    RawAccess access = raw_access(sections, log, order[i]);
    access.kind = EventKind::request;
    access.target = log[order[i]].target;
    report.position = std::max(report.position, access.position);
    if (const Section* held = holding_section(sections, log, order[i], order[(i + 1) % order.size()])) {
      const LoggedEvent& event = log[held->acquire];
      report.held.push_back({EventKind::acquire, log.thread_id(event.thread), event.target,
                             LocId(event.location), log.position(held->acquire)});
    }
    add_party(report, std::move(access));
  }
  if (witness != nullptr) put_witness(report, log, *witness, "all of them wait");
  if (!note.empty()) report.note += (report.note.empty() ? "" : " ") + note;
  reports_.add(std::move(report));
}

void DeadlockAnalysis::analyse(const EventLog& log) {
  const Needs needs(log, Values::kept);
  const Sections sections(needs);
  const LockGraph graph = find_lock_cycles(needs, sections, limits_);
  cut_short_ |= graph.cut_short;
  if (graph.cycles.empty()) return;
  const Needs without_values(log, Values::ignored);
  std::vector<Candidate> candidates;
  for (const LockCycle& cycle : graph.cycles) {
    // What starts and joins keep apart never meets.
    Candidate candidate;
    candidate.waiting = find_deadlock(without_values, sections, graph, cycle, Respect::must_edges);
    if (candidate.waiting.empty()) continue;
    const auto waiting = find_deadlock(needs, sections, graph, cycle, Respect::lock_order);
    if (!waiting.empty()) candidate.witness = sync_preserving_witness(needs, sections, waiting);
    if (candidate.witness) candidate.waiting = waiting;
    const uint64_t key = places_of(log, candidate.waiting);
    if (reported_.contains(key)) continue;
    if (!(candidate.witness ? reported_ : noted_).insert(key).second) continue;
    candidate.value_orders =
        !find_deadlock(without_values, sections, graph, cycle, Respect::lock_order).empty();
    candidates.push_back(std::move(candidate));
  }
  report_candidates(sections, log, candidates);
}

// The interpreter wants witnesses in the order of where they leave the trace.
void DeadlockAnalysis::report_candidates(const Sections& sections, const EventLog& log,
                                         std::vector<Candidate>& candidates) {
  const auto from = [](const Candidate& c) { return c.witness ? c.witness->from : 0; };
  std::stable_sort(candidates.begin(), candidates.end(),
                   [&](const Candidate& a, const Candidate& b) { return from(a) < from(b); });
  Interpreter interpreter(log);
  for (const Candidate& c : candidates) {
    if (c.witness && interpreter.replay(*c.witness, c.waiting, Claim::deadlock).empty()) {
      report_cycle(sections, log, c.waiting, has_values_ ? Deadlock::kConfirmed : Deadlock::kWithoutValues,
                   &*c.witness,
                   has_values_ ? "" : "Values were not recorded: replay a record of the run to be sure.");
    } else {
      report_cycle(sections, log, c.waiting, Deadlock::kInconsistentOrder, nullptr,
                   c.value_orders
                       ? "a value that one of the threads reads orders them in this run"
                       : "a schedule that closes the cycle would have to swap other critical sections");
    }
  }
}

// A lock that was asked for and not got when the run ended.
void DeadlockAnalysis::report_stuck_threads(const EventLog& log) {
  const uint32_t threads = log.threads_with_requests();
  FlatMap<uint32_t, std::vector<std::pair<uint32_t, bool>>> holders;  // by lock: thread, and whether shared
  for (uint32_t t = 0; t < threads; ++t) {
    if (log.requested(ThreadId(t)) == nullptr) continue;
    for (const EventLog::Held& held : log.held(ThreadId(t))) holders[held.lock].emplace_back(t, held.shared);
  }
  std::vector<uint32_t> next(threads, UINT32_MAX);  // whom a thread waits for, among those that wait
  for (uint32_t t = 0; t < threads; ++t) {
    const EventLog::Held* request = log.requested(ThreadId(t));
    if (request == nullptr || !holders.contains(request->lock)) continue;
    for (const auto& [holder, shared] : holders[request->lock]) {
      if (holder != t && !(shared && request->shared)) next[t] = holder;
    }
  }
  std::vector<uint32_t> visited(threads, UINT32_MAX);
  for (uint32_t start = 0; start < threads; ++start) {
    uint32_t t = start;
    for (; t != UINT32_MAX && visited[t] == UINT32_MAX; t = next[t]) visited[t] = start;
    if (t == UINT32_MAX || visited[t] != start) continue;
    std::vector<ThreadId> cycle{ThreadId(t)};
    for (uint32_t u = next[t]; u != t; u = next[u]) cycle.push_back(ThreadId(u));
    report_stuck(log, cycle);
  }
}

void DeadlockAnalysis::report_stuck(const EventLog& log, const std::vector<ThreadId>& cycle) {
  RawReport report;
  report.tool = name_;
  report.finding = Deadlock::kHappened;
  report.space = Space::lock;
  for (size_t i = 0; i < cycle.size(); ++i) {
    const ThreadId next = cycle[(i + 1) % cycle.size()];
    const EventLog::Held& request = *log.requested(cycle[i]);
    RawAccess access;
    access.kind = EventKind::request;
    access.thread = cycle[i];
    access.location = LocId(request.location);
    access.position = request.position;
    access.target = request.lock;
    access.known = true;
    access.knows_locks = true;
    for (const EventLog::Held& held : log.held(cycle[i])) access.locks.push_back(held.lock);
    for (const EventLog::Held& held : log.held(next)) {
      if (held.lock != request.lock) continue;
      report.held.push_back({EventKind::acquire, next, held.lock, LocId(held.location), held.position});
    }
    report.position = std::max(report.position, request.position);
    add_party(report, std::move(access));
  }
  report.target = report.current.target;
  reports_.add(std::move(report));
}

void DeadlockAnalysis::finish(const EventLog& log, ToolOutput& output) {
  report_stuck_threads(log);
  say_windows(log, output);
  if (cut_short_)
    output.incomplete = "stopped at the limit of cycles of locks; raise it with Deadlock@cycles=N";
}

}  // namespace dh::dyn
