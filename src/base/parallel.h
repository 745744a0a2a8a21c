// Parallel loops. Results go to the slot of their index, so output does not depend on the schedule.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "base/stop.h"

namespace dh {

struct Parallelism {
  int jobs = 1;
  StopToken stop;
};

// Calls body(0) .. body(count - 1), each once, on up to `jobs` threads; in order when jobs is 1.
// After a stop request the indexes that have not begun are skipped.
void parallel_for(size_t count, const Parallelism& how, const std::function<void(size_t)>& body);

template <typename T, typename Body>
std::vector<T> parallel_map(size_t count, const Parallelism& how, Body&& body) {
  std::vector<T> results(count);
  parallel_for(count, how, [&](size_t i) { results[i] = body(i); });
  return results;
}

// The number of processors this process may use.
int available_processors();

}  // namespace dh
