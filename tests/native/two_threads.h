// What the programs in C++ share: two threads, whose run can be ordered without an order of their accesses.
#pragma once

#include <atomic>
#include <thread>

inline std::atomic<int> step{0};

template <typename First, typename Second>
void both(First first, Second second) {
  std::thread a(first), b(second);
  a.join();
  b.join();
}

inline void advance(int to) {
  step.store(to, std::memory_order_relaxed);
}
inline void await(int at) {
  while (step.load(std::memory_order_relaxed) < at) std::this_thread::yield();
}
