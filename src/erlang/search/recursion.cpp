// Circles of calls; the interface is in search.h.
#include <algorithm>

#include "analysis/worklist.h"
#include "erlang/search/search.h"

namespace dh::erlang {
namespace {

constexpr size_t kMaxLocationsOfRecursion = 128;  // of one operation, in a summary

// The members of a component by function, to find the users of a summary among them.
class Members {
 public:
  explicit Members(const std::vector<FunctionId>& component) {
    for (uint32_t i = 0; i < component.size(); ++i) position_.push_back({component[i], i});
    std::sort(position_.begin(), position_.end());
  }
  // UINT32_MAX for others.
  uint32_t position(FunctionId f) const {
    auto it = std::lower_bound(position_.begin(), position_.end(), std::pair(f, uint32_t{0}));
    return it != position_.end() && it->first == f ? it->second : UINT32_MAX;
  }

 private:
  std::vector<std::pair<FunctionId, uint32_t>> position_;
};

// The first walks replace a summary; further ones only lose what was sure and gain what may be, which has an
// end. Whether that changed the summary.
bool update(Summary& known, Summary&& now, int walks, const Joining& joining) {
  constexpr int kExactWalks = 2, kFreeWalks = 12, kFineWalks = 40;
  if (walks < kExactWalks) {
    bound(now, kMaxLocationsOfRecursion, joining);
    bool changed = !same_summary(now, known);
    known = std::move(now);
    return changed;
  }
  if (!widen(known, std::move(now), joining, walks >= kFreeWalks)) return false;
  // A function that still learns something new is told the rest at once.
  Joining coarse = joining;
  if (walks >= kFineWalks) coarse.most_items = 0;
  bound(known, kMaxLocationsOfRecursion, coarse);
  return true;
}

}  // namespace

// What one round of a recursion reads has to reach what the next one does, through all members. Only a
// function that builds on something new is walked again, in sweeps from callees to callers.
void solve_recursion(const SearchState& search, const std::vector<FunctionId>& component,
                     std::vector<Summary>& summaries, const StopToken& stop) {
  Members members(component);
  Joining joining = joining_for(search, search.context.component_of(component[0]), component.size());
  std::vector<int> walks(component.size(), 0);
  SweepWorklist work;
  for (uint32_t i = 0; i < component.size(); ++i) work.push(i);
  while (!work.empty() && !stop.requested()) {
    uint32_t at = work.pop();
    FunctionId f = component[at];
    Summary now = summarize(search, f);
    if (!update(summaries[f.index()], std::move(now), walks[at], joining)) continue;
    ++walks[at];
    for (FunctionId user : search.context.graph.users[f.index()]) {
      if (uint32_t member = members.position(user); member != UINT32_MAX) work.push(member);
    }
  }
}

}  // namespace dh::erlang
