#include "base/parallel.h"

#include <sched.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <thread>

#ifdef DEADHEAT_PLAIN_THREADS
#include <atomic>
#endif

namespace dh {

#ifdef DEADHEAT_PLAIN_THREADS
// ThreadSanitizer does not see how oneTBB, which is not built with it, orders its threads, and its
// suppressions would hide the loops' own races with those of oneTBB. Its build runs the loops on plain
// threads.
static void run_on_threads(size_t count, const Parallelism& how, const std::function<void(size_t)>& body) {
  std::atomic<size_t> next{0};
  std::vector<std::thread> threads;
  for (size_t t = 0; t < std::min(static_cast<size_t>(how.jobs), count); ++t) {
    threads.emplace_back([&] {
      // Relaxed: taking an index must not order one call of `body` before another.
      for (size_t i; (i = next.fetch_add(1, std::memory_order_relaxed)) < count && !how.stop.requested();)
        body(i);
    });
  }
  for (std::thread& thread : threads) thread.join();
}
#endif

void parallel_for(size_t count, const Parallelism& how, const std::function<void(size_t)>& body) {
  if (how.jobs <= 1 || count <= 1) {
    for (size_t i = 0; i < count && !how.stop.requested(); ++i) body(i);
    return;
  }
#ifdef DEADHEAT_PLAIN_THREADS
  run_on_threads(count, how, body);
#else
  tbb::task_arena arena(how.jobs);
  arena.execute([&] {
    tbb::parallel_for(
        tbb::blocked_range<size_t>(0, count, 1),
        [&](const tbb::blocked_range<size_t>& range) {
          for (size_t i = range.begin(); i != range.end() && !how.stop.requested(); ++i) body(i);
        },
        tbb::auto_partitioner());
  });
#endif
}

int available_processors() {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0) return std::max(1, CPU_COUNT(&set));
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

}  // namespace dh
