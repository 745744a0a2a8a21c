#include "base/parallel.h"

#include <sched.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <thread>

namespace dh {

void parallel_for(size_t count, const Parallelism& how, const std::function<void(size_t)>& body) {
  if (how.jobs <= 1 || count <= 1) {
    for (size_t i = 0; i < count && !how.stop.requested(); ++i) body(i);
    return;
  }
  tbb::task_arena arena(how.jobs);
  arena.execute([&] {
    tbb::parallel_for(
        tbb::blocked_range<size_t>(0, count, 1),
        [&](const tbb::blocked_range<size_t>& range) {
          for (size_t i = range.begin(); i != range.end() && !how.stop.requested(); ++i) body(i);
        },
        tbb::auto_partitioner());
  });
}

int available_processors() {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0) return std::max(1, CPU_COUNT(&set));
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

}  // namespace dh
