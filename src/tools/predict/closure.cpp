#include "tools/predict/closure.h"

namespace dh::dyn {

namespace {

// Whether a later section of the lock that excludes this one has begun.
bool must_be_over(const Sections& sections, const Section& open, const Progress& progress) {
  for (const Sections::Row& row : sections.rows(open.lock)) {
    if (row.thread == open.thread) continue;
    const Section* last = sections.last_inside(row.that_exclude(open.shared), progress[row.thread]);
    if (last != nullptr && last->acquire > open.acquire) return true;
  }
  return false;
}

bool any_inside(const Needs& needs, const Progress& progress, Outside outside) {
  for (const LogId event : outside.events) {
    if (needs.inside(event, progress)) return true;
  }
  return false;
}

}  // namespace

bool close_sync_preserving(const Needs& needs, const Sections& sections, Progress& progress,
                           Outside outside) {
  if (any_inside(needs, progress, outside)) return false;
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t thread = 0; thread < needs.threads(); ++thread) {
      for (const SectionId id : sections.held_after(thread, progress[thread])) {
        const Section& open = sections[id];
        if (!must_be_over(sections, open, progress)) continue;
        if (open.release == kNoEvent) return false;  // held for good: the later one cannot begin
        needs.join_with(open.release, progress);
        if (any_inside(needs, progress, outside)) return false;
        changed = true;
        break;
      }
    }
  }
  return true;
}

}  // namespace dh::dyn
