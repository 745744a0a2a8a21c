#include "tools/predict/deadlock_patterns.h"

#include "tools/predict/closure.h"

namespace dh::dyn {

std::vector<LogId> find_deadlock(const Needs& needs, const Sections& sections, const LockGraph& graph,
                                 const LockCycle& cycle, Respect respect) {
  std::vector<size_t> positions(cycle.size(), 0);
  Progress progress = needs.none();
  const auto current = [&](size_t i) { return graph.nodes[cycle[i]].acquires[positions[i]]; };
  for (;;) {
    for (size_t i = 0; i < cycle.size(); ++i) needs.join_before(current(i), progress);
    if (respect == Respect::lock_order) close_sync_preserving(needs, sections, progress, {});
    bool moved = false;
    for (size_t i = 0; i < cycle.size(); ++i) {
      const auto& acquires = graph.nodes[cycle[i]].acquires;
      while (positions[i] < acquires.size() && needs.inside(acquires[positions[i]], progress)) {
        ++positions[i];
        moved = true;
      }
      if (positions[i] == acquires.size()) return {};
    }
    if (moved) continue;
    std::vector<LogId> found;
    for (size_t i = 0; i < cycle.size(); ++i) found.push_back(current(i));
    return found;
  }
}

}  // namespace dh::dyn
