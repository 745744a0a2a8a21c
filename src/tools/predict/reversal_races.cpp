#include "tools/predict/reversal_races.h"

#include <algorithm>

#include "tools/predict/reversal_order.h"
#include "tools/predict/sync_preserving_races.h"
#include "tools/predict/witness.h"

namespace dh::dyn {

namespace {

// Ends all open sections that can end before any of `next`. False: one of them came inside.
bool end_sections(const Needs& needs, const Sections& sections, const std::vector<LogId>& next,
                  Progress& progress) {
  const auto is_inside = [&] {
    return std::any_of(next.begin(), next.end(), [&](LogId event) { return needs.inside(event, progress); });
  };
  if (is_inside()) return false;
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t thread = 0; thread < needs.threads(); ++thread) {
      for (const SectionId id : sections.held_after(thread, progress[thread])) {
        const LogId release = sections[id].release;
        if (release == kNoEvent) continue;
        if (std::any_of(next.begin(), next.end(), [&](LogId event) { return needs.needs(release, event); }))
          continue;
        needs.join_with(release, progress);
        changed = true;
        break;
      }
    }
  }
  return !is_inside();
}

// The last event that matters for whether the reversals are possible, and the first.
std::pair<LogId, LogId> range_of(const std::vector<Reversal>& reversals) {
  LogId begin = kNoEvent;
  LogId end = 0;
  for (const Reversal& reversal : reversals) {
    begin = std::min(begin, reversal.acquire);
    for (const LogId release : reversal.releases) end = std::max(end, release + 1);
  }
  return {begin, end};
}

bool can_be_reached(const Needs& needs, const Sections& sections, const Progress& progress, uint64_t& work) {
  const auto reversals = find_reversals(needs, sections, progress);
  if (!reversals) return false;
  if (reversals->empty()) return true;
  const auto [begin, end] = range_of(*reversals);
  return order_with(needs, progress, *reversals, begin, end, work).has_value();
}

std::optional<Witness> witness_from(const Needs& needs, const Sections& sections,
                                    const std::vector<LogId>& next, Progress progress) {
  for (const LogId event : next) needs.join_before(event, progress);
  if (!end_sections(needs, sections, next, progress)) return {};
  const auto reversals = find_reversals(needs, sections, progress);
  if (!reversals) return {};
  LogId from = needs.log().size();
  for (uint32_t t = 0; t < needs.threads(); ++t) {
    if (progress[t] < needs.of_thread(t).size()) from = std::min(from, needs.of_thread(t)[progress[t]]);
  }
  if (reversals->empty()) return Witness{from, events_from(needs, progress, from)};
  uint64_t work = 0;
  from = std::min(from, range_of(*reversals).first);
  auto order = order_with(needs, progress, *reversals, from, needs.log().size(), work);
  if (!order) return {};
  return Witness{from, std::move(*order)};
}

// Accesses that differ in nothing but their time: one thread, kind, place and set of locks.
struct ReversalLane {
  uint32_t thread;
  uint32_t location;
  uint32_t lock_set;
  bool writes;
  std::vector<LogId> accesses;
};

class ReversalSearch {
 public:
  ReversalSearch(const Needs& needs, const Sections& sections, WorkLimit& work,
                 std::vector<RacingPair>& found)
      : needs_(needs), sections_(sections), work_(work), reported_(needs.log()), found_(found) {}

  void run(std::span<const LogId> accesses) {
    lanes_.clear();
    reported_.next_variable();
    for (const LogId event : accesses) {
      if (work_.stops_at(needs_.log(), event)) return;
      ReversalLane& mine = lane_of(event);
      Progress before = needs_.none();
      needs_.join_before(event, before);
      for (const ReversalLane& lane : lanes_) {
        if (lane.thread != mine.thread && (lane.writes || mine.writes)) look(lane, event, before);
      }
      lane_of(event).accesses.push_back(event);
    }
  }

 private:
  ReversalLane& lane_of(LogId event) {
    const LoggedEvent& e = needs_.log()[event];
    const uint32_t lock_set = sections_.lock_set(event);
    const bool writes = e.op() == LogOp::write;
    for (ReversalLane& lane : lanes_) {
      if (lane.thread == e.thread && lane.writes == writes && lane.lock_set == lock_set &&
          lane.location == e.location)
        return lane;
    }
    return lanes_.emplace_back(ReversalLane{e.thread, e.location, lock_set, writes, {}});
  }

  // The progress only grows from one access of the lane to the next, so it is kept.
  void look(const ReversalLane& lane, LogId second, const Progress& before) {
    work_.done += 2;
    if (lane.accesses.empty() || sections_.have_common_lock(lane.accesses.front(), second)) return;
    if (reported_.contains(lane.accesses.front(), second)) return;
    auto first =
        std::upper_bound(lane.accesses.begin(), lane.accesses.end(), before[lane.thread],
                         [&](uint32_t number, LogId event) { return number < needs_.number(event); });
    if (first == lane.accesses.end()) return;
    Progress progress = before;
    for (; first != lane.accesses.end() && !work_.stops_at(needs_.log(), second); ++first) {
      work_.done += 5 + needs_.threads();
      needs_.join_before(*first, progress);
      if (!end_sections(needs_, sections_, {*first, second}, progress)) {
        if (needs_.inside(second, progress)) return;
        continue;
      }
      if (!can_be_reached(needs_, sections_, progress, work_.done)) continue;
      found_.push_back({*first, second});
      reported_.insert(*first, second);
      return;
    }
  }

  const Needs& needs_;
  const Sections& sections_;
  WorkLimit& work_;
  ReportedPlaces reported_;
  std::vector<RacingPair>& found_;
  std::vector<ReversalLane> lanes_;
};

}  // namespace

std::vector<RacingPair> reversal_races(const Needs& needs, const Sections& sections, WorkLimit& work) {
  std::vector<RacingPair> found;
  const SharedVariables variables(needs, sections);
  ReversalSearch search(needs, sections, work, found);
  for (size_t v = 0; v < variables.size(); ++v) search.run(variables.accesses(v));
  sort_pairs(found);
  return found;
}

std::vector<RacingPair> all_predicted_races(const Needs& needs, const Sections& sections, WorkLimit& work) {
  std::vector<RacingPair> found = reversal_races(needs, sections, work);
  const EventLog& log = needs.log();
  const auto key = [&](const RacingPair& pair) {
    return hash_combine(log[pair.second].target, places_key(log, pair.first, pair.second));
  };
  FlatSet<uint64_t> seen;
  for (const RacingPair& pair : found) seen.insert(key(pair));
  for (const RacingPair& pair : sync_preserving_races(needs, sections, work))
    if (seen.insert(key(pair)).second) found.push_back(pair);
  sort_pairs(found);
  return found;
}

std::optional<Witness> any_witness(const Needs& needs, const Sections& sections,
                                   const std::vector<LogId>& next) {
  const LogId first = *std::min_element(next.begin(), next.end());
  if (auto witness = witness_from(needs, sections, next, needs.before(first))) return witness;
  if (auto witness = witness_from(needs, sections, next, needs.none())) return witness;
  return sync_preserving_witness(needs, sections, next);
}

}  // namespace dh::dyn
