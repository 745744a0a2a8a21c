#include "tools/jumble.h"

namespace dh::dyn {

Jumble::Jumble(ToolSetup& setup) : ClockTool(setup), random_(setup.thread_layout) {
  std::string policy = setup.option("policy", "oldest");
  if (constexpr std::string_view kDifferent = "-different"; policy.ends_with(kDifferent)) {
    different_ = true;
    policy.resize(policy.size() - kDifferent.size());
  }
  if (policy == "random") {
    policy_ = Policy::random;
  } else if (policy == "off" && !different_) {
    policy_ = Policy::off;
  } else if (policy != "oldest") {
    setup.problem("option policy is one of oldest, oldest-different, random, random-different, off");
  }
  patience_ = static_cast<uint64_t>(setup.number("patience", 1000, 1, 1e9));
  initial_ = setup.number("initial", 0, 0, 1) != 0;
}

Flow Jumble::access(Event& e) {
  const ThreadClock& t = clocks_.of(*e.thread);
  auto& cell = states_.of(e);
  const MaybeLock lock(cell.mutex, e.concurrent);
  if (!e.still_current()) return Flow::retry;
  if (e.is_write()) {
    remember(e, t, cell.state);
    return Flow::keep;
  }
  const std::vector<int> choices = stale(t, cell.state);
  if (e.replace_value != nullptr) {
    replace(e, cell.state, choices);
  } else {
    for (const int choice : choices) report(e, t, cell.state, choice);
  }
  return Flow::keep;
}

void Jumble::remember(Event& e, const ThreadClock& t, State& state) {
  if (state.writes.size() == kRemembered) {
    state.writes.erase(state.writes.begin());
    state.complete = false;
  }
  state.writes.push_back({e.value, t.clock, t.epoch, e.thread->id, e.location, e.position});
}

std::vector<int> Jumble::stale(const ThreadClock& t, const State& state) const {
  std::vector<int> result;
  const auto& writes = state.writes;
  const auto hidden = [&](size_t from, const Epoch* older) {
    for (size_t j = from; j < writes.size(); ++j) {
      const bool after_older = older == nullptr || writes[j].clock.covers(*older);
      if (after_older && t.clock.covers(writes[j].epoch)) return true;
    }
    return false;
  };
  if (state.complete && !writes.empty() && !hidden(0, nullptr)) result.push_back(-1);
  for (size_t i = 0; i + 1 < writes.size(); ++i) {
    if (!hidden(i + 1, &writes[i].epoch)) result.push_back(static_cast<int>(i));
  }
  return result;
}

void Jumble::replace(Event& e, State& state, const std::vector<int>& choices) {
  std::vector<uint64_t> values;
  for (const int choice : choices) {
    if (choice < 0 && !initial_) continue;
    const uint64_t value = choice < 0 ? 0 : state.writes[static_cast<size_t>(choice)].value;
    if (!different_ || value != state.returned) values.push_back(value);
  }
  const size_t picked = state.stale_reads >= patience_ ? values.size() : pick(e, values.size());
  if (picked < values.size()) {
    *e.replace_value = values[picked];
    ++state.stale_reads;
  } else {
    state.stale_reads = 0;
  }
  state.returned = *e.replace_value;
}

// Which stale value a read returns; `choices`: the true one.
size_t Jumble::pick(const Event& e, size_t choices) {
  if (policy_ == Policy::off) return choices;
  if (policy_ == Policy::oldest) return 0;
  uint64_t& random = random_.of(*e.thread);
  random = hash_mix(random + e.thread->id.value + 0x9e3779b97f4a7c15ull);
  return random % (choices + 1);
}

void Jumble::report(Event& e, const ThreadClock& t, const State& state, int choice) {
  const State::Write& write = state.writes[static_cast<size_t>(choice < 0 ? 0 : choice)];
  RawReport report =
      race_report(name_, e, t, clocks_, EventKind::write, write.epoch, write.location, write.position);
  report.note = choice < 0
                    ? "the read could return the value from before this write"
                    : "the read could return what this write stored, though a later write has replaced it";
  reports_.add(std::move(report));
}

}  // namespace dh::dyn
