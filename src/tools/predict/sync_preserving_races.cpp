#include "tools/predict/sync_preserving_races.h"

#include "tools/predict/closure.h"

namespace dh::dyn {

namespace {

// The accesses of one thread and kind to the variable.
struct SyncPreservingLane {
  uint32_t thread;
  bool writes;
  std::vector<LogId> accesses;
};

// What later accesses of one lane know about those of another: the closure so far, and the first access of
// the other that may still race. Both only grow.
struct LaneSearch {
  Progress closure;
  size_t position = 0;
};

class SyncPreservingSearch {
 public:
  SyncPreservingSearch(const Needs& needs, const Sections& sections, WorkLimit& work,
                       std::vector<RacingPair>& found)
      : needs_(needs), sections_(sections), work_(work), reported_(needs.log()), found_(found) {}

  void run(std::span<const LogId> accesses) {
    lanes_.clear();
    searches_.clear();
    reported_.next_variable();
    for (const LogId event : accesses) {
      if (work_.stops_at(needs_.log(), event)) return;
      work_.done += lanes_.size();
      const size_t mine = lane_of(event);
      for (size_t lane = 0; lane < lanes_.size(); ++lane) {
        const bool conflict =
            lanes_[lane].thread != lanes_[mine].thread && (lanes_[lane].writes || lanes_[mine].writes);
        if (conflict && !lanes_[lane].accesses.empty()) look(lane, mine, event);
      }
      lanes_[mine].accesses.push_back(event);
    }
  }

 private:
  size_t lane_of(LogId event) {
    const uint32_t thread = needs_.log()[event].thread;
    const bool writes = needs_.log()[event].op() == LogOp::write;
    for (size_t i = 0; i < lanes_.size(); ++i) {
      if (lanes_[i].thread == thread && lanes_[i].writes == writes) return i;
    }
    lanes_.push_back({thread, writes, {}});
    return lanes_.size() - 1;
  }

  // An access that is inside the closure stays inside for all later accesses of the lane: it is dropped for
  // good.
  void look(size_t from, size_t to, LogId second) {
    const auto& earlier = lanes_[from].accesses;
    LaneSearch& search = searches_[uint64_t{from} << 32 | to];
    if (search.position == earlier.size()) return;
    if (search.closure.empty()) search.closure = needs_.none();
    Progress& closure = search.closure;
    needs_.join_before(second, closure);
    work_.done += needs_.threads();
    for (; search.position < earlier.size(); ++search.position) {
      const LogId first = earlier[search.position];
      if (reported_.contains(first, second)) return;
      if (needs_.inside(first, closure)) continue;
      needs_.join_before(first, closure);
      work_.done += 4 * needs_.threads();
      if (!close_sync_preserving(needs_, sections_, closure, {{&first, 1}})) continue;
      found_.push_back({first, second});
      reported_.insert(first, second);
      return;
    }
  }

  const Needs& needs_;
  const Sections& sections_;
  WorkLimit& work_;
  ReportedPlaces reported_;
  std::vector<RacingPair>& found_;
  std::vector<SyncPreservingLane> lanes_;
  FlatMap<uint64_t, LaneSearch> searches_;
};

}  // namespace

std::vector<RacingPair> sync_preserving_races(const Needs& needs, const Sections& sections, WorkLimit& work) {
  std::vector<RacingPair> found;
  const SharedVariables variables(needs, sections);
  SyncPreservingSearch search(needs, sections, work, found);
  for (size_t v = 0; v < variables.size(); ++v) search.run(variables.accesses(v));
  sort_pairs(found);
  return found;
}

}  // namespace dh::dyn
