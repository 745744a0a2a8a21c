// Tasks of which some need the results of others, on several threads.
#pragma once

#include <algorithm>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <queue>
#include <vector>

#include "base/parallel.h"

namespace dh {

// Tasks 0 .. size - 1; a task only needs tasks with smaller numbers. Those that the longest chain of work
// waits for come first.
class DependentTasks {
 public:
  // `needs`: by task, without duplicates. `work`: roughly how long each takes.
  DependentTasks(const std::vector<std::vector<uint32_t>>& needs, const std::vector<uint64_t>& work)
      : waits_for_(needs.size()), needed_by_(needs.size()), urgency_(work), left_(needs.size()) {
    for (uint32_t task = 0; task < needs.size(); ++task) {
      waits_for_[task] = static_cast<uint32_t>(needs[task].size());
      for (uint32_t before : needs[task]) needed_by_[before].push_back(task);
    }
    for (uint32_t task = static_cast<uint32_t>(needs.size()); task-- > 0;) {
      uint64_t longest = 0;
      for (uint32_t after : needed_by_[task]) longest = std::max(longest, urgency_[after]);
      urgency_[task] += longest;
    }
    for (uint32_t task = 0; task < needs.size(); ++task) {
      if (waits_for_[task] == 0) ready_.push({urgency_[task], ~task});
    }
  }

  // Calls body(worker, task) for each task, after it has returned for all that the task needs. Workers are
  // numbered from 0 on. After a stop request tasks that have not begun are left out.
  template <typename Body>
  void run(const Parallelism& how, Body&& body) {
    parallel_for(static_cast<size_t>(std::max(how.jobs, 1)), how, [&](size_t worker) {
      std::unique_lock lock(mutex_);
      for (;;) {
        // A worker that has finished a task wakes those that wait; while nobody works, there is something to
        // take.
        changed_.wait(lock, [&] { return left_ == 0 || !ready_.empty() || how.stop.requested(); });
        if (left_ == 0 || how.stop.requested()) return changed_.notify_all();
        uint32_t task = ~ready_.top().second;
        ready_.pop();
        lock.unlock();
        body(worker, task);
        lock.lock();
        finish(task);
      }
    });
  }

 private:
  void finish(uint32_t task) {
    --left_;
    for (uint32_t after : needed_by_[task]) {
      if (--waits_for_[after] == 0) ready_.push({urgency_[after], ~after});
    }
    changed_.notify_all();
  }

  std::vector<uint32_t> waits_for_;
  std::vector<std::vector<uint32_t>> needed_by_;
  std::vector<uint64_t> urgency_;
  size_t left_;
  // The most urgent one first, of equal ones the smallest.
  std::priority_queue<std::pair<uint64_t, uint32_t>> ready_;
  std::mutex mutex_;
  std::condition_variable changed_;
};

}  // namespace dh
