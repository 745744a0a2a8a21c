// The C++20 library's ways to order threads, and what they leave unordered. The argument chooses; a line with
// "bad NAME" takes part in the finding of scenario NAME, scenarios without such lines are silent.
#include <atomic>
#include <barrier>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <future>
#include <latch>
#include <mutex>
#include <semaphore>
#include <shared_mutex>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "two_threads.h"

namespace {

thread_local volatile int sink;
int shared;

[[gnu::noinline]] void add() {
  shared++;  // bad unlocked_once
}

std::shared_mutex shared_mutex;
void shared_mutexes() {
  both(
      [] {
        std::unique_lock lock(shared_mutex);
        shared++;
      },
      [] {
        std::shared_lock lock(shared_mutex);
        sink = shared;
      });
}
std::shared_timed_mutex shared_timed_mutex;
void shared_timed_mutexes() {
  both(
      [] {
        if (!shared_timed_mutex.try_lock_for(std::chrono::seconds(100))) abort();
        shared++;
        shared_timed_mutex.unlock();
      },
      [] {
        if (!shared_timed_mutex.try_lock_shared_for(std::chrono::seconds(100))) abort();
        sink = shared;
        shared_timed_mutex.unlock_shared();
      });
}
std::timed_mutex timed_mutex;
void timed_mutexes() {
  const auto work = [] {
    if (!timed_mutex.try_lock_for(std::chrono::seconds(100))) abort();
    shared++;
    timed_mutex.unlock();
  };
  both(work, work);
}
std::recursive_mutex recursive;
void recursive_mutexes() {
  const auto work = [] {
    std::scoped_lock outer(recursive);
    { std::scoped_lock inner(recursive); }
    shared++;
  };
  both(work, work);
}
std::mutex one, two;
void two_locks() {
  both(
      [] {
        std::scoped_lock lock(one, two);
        shared++;
      },
      [] {
        std::scoped_lock lock(two, one);
        shared++;
      });
}
void wrong_lock() {
  both(
      [] {
        std::scoped_lock lock(one);
        shared = 1;  // bad wrong_lock
        advance(1);
      },
      [] {
        await(1);
        std::scoped_lock lock(two);
        shared = 2;  // bad wrong_lock
      });
}
std::condition_variable condition;
bool ready = false;
void conditions() {
  both(
      [] {
        std::unique_lock lock(one);
        condition.wait(lock, [] { return ready; });
        lock.unlock();
        shared = 2;
      },
      [] {
        shared = 1;
        std::scoped_lock lock(one);
        ready = true;
        condition.notify_one();
      });
}
void conditions_with_limit() {
  both(
      [] {
        std::unique_lock lock(one);
        if (!condition.wait_for(lock, std::chrono::seconds(100), [] { return ready; })) abort();
        shared = 2;
      },
      [] {
        std::scoped_lock lock(one);
        shared = 1;
        ready = true;
        condition.notify_all();
      });
}
std::condition_variable_any any_condition;
void conditions_of_any_lock() {
  both(
      [] {
        std::shared_lock lock(shared_mutex);
        any_condition.wait(lock, [] { return ready; });
        sink = shared;
      },
      [] {
        shared = 1;
        std::scoped_lock lock(shared_mutex);
        ready = true;
        any_condition.notify_all();
      });
}
void notified_at_exit() {
  both(
      [] {
        std::unique_lock lock(one);
        condition.wait(lock, [] { return ready; });
        shared = 2;
      },
      [] {
        std::unique_lock lock(one);
        shared = 1;
        ready = true;
        std::notify_all_at_thread_exit(condition, std::move(lock));
      });
}

// Futures.
void promises() {
  std::promise<int> promise;
  auto future = promise.get_future();
  std::thread other([&] {
    shared = 1;
    promise.set_value(7);
  });
  if (future.get() != 7) abort();
  shared++;
  other.join();
}
void broken_promise() {
  std::promise<void> promise;
  auto future = promise.get_future();
  std::thread other([&promise] {
    std::promise<void> own = std::move(promise);
    shared = 1;
  });
  try {
    future.get();
  } catch (const std::future_error&) {
    shared++;
  }
  other.join();
}
void promise_at_exit() {
  std::promise<int> promise;
  auto future = promise.get_future();
  std::thread other([&] {
    shared = 1;
    promise.set_value_at_thread_exit(1);
  });
  sink = future.get();
  shared++;
  other.join();
}
void async_calls() {
  shared = 1;
  auto future = std::async(std::launch::async, [] { return ++shared; });
  if (future.get() != 2) abort();
  shared++;
}
void async_race() {
  auto future = std::async(std::launch::async, [] { shared = 1; });  // bad async_race
  shared = 2;                                                        // bad async_race
  future.get();
}
void deferred_call() {
  auto future = std::async(std::launch::deferred, [] { return ++shared; });
  std::thread([&] { sink = future.get(); }).join();
  shared++;
}
void async_exception() {
  auto future = std::async(std::launch::async, []() -> int {
    shared = 1;
    throw std::runtime_error("a message that is longer than a short string");
  });
  try {
    sink = future.get();
  } catch (const std::runtime_error& error) {
    sink = error.what()[0];
    shared = 2;
  }
}
void packaged_tasks() {
  std::packaged_task<int(int)> task([](int x) { return shared += x; });
  auto future = task.get_future();
  std::thread other(std::move(task), 3);
  sink = future.get();
  shared++;
  other.join();
}
void shared_futures() {
  std::promise<std::vector<int>> promise;
  std::shared_future<std::vector<int>> future = promise.get_future().share();
  std::thread a([future] { sink = future.get()[2]; });
  std::thread b([future] { sink = future.get()[3]; });
  promise.set_value(std::vector<int>(10));
  a.join();
  b.join();
}
void waited_future() {
  std::promise<void> promise;
  auto future = promise.get_future();
  std::thread other([&] {
    shared = 1;
    promise.set_value();
  });
  while (future.wait_for(std::chrono::milliseconds(1)) != std::future_status::ready) {
  }
  shared = 2;
  other.join();
}

// Once.
std::once_flag flag;
int made_once;
void calls_once() {
  const auto use = [] {
    std::call_once(flag, [] { made_once = 1; });
    sink = made_once;
  };
  both(use, use);
}
void calls_once_after_throwing() {
  static std::atomic<int> tries{0};
  const auto use = [] {
    try {
      std::call_once(flag, [] {
        made_once++;
        if (tries.fetch_add(1, std::memory_order_relaxed) == 0) throw 1;
      });
      sink = made_once;
    } catch (int) {
    }
  };
  both(use, use);
}
void unlocked_once() {
  both(
      [] {
        std::call_once(flag, [] {});
        add();
        advance(1);
      },
      [] {
        await(1);
        std::call_once(flag, [] {});
        add();
      });
}
struct Made {
  int value = 3;
  std::string text = "a text that is longer than a short string";
};
void local_statics() {
  const auto use = [] {
    static Made made;
    sink = made.value + made.text[1];
  };
  both(use, use);
}
void changed_static() {
  const auto use = [] {
    static Made made;
    made.value++;  // bad changed_static
  };
  both(use, use);
}
std::atomic<bool> has_instance{false};
Made* instance = nullptr;
Made* get_checked() {
  if (!has_instance.load(std::memory_order_acquire)) {
    std::scoped_lock lock(one);
    if (!has_instance.load(std::memory_order_relaxed)) {
      instance = new Made;
      has_instance.store(true, std::memory_order_release);
    }
  }
  return instance;
}
void double_checked() {
  both([] { sink = get_checked()->value; }, [] { sink = get_checked()->value; });
}
Made* plain_instance = nullptr;
void double_checked_plainly() {
  both(
      [] {
        std::scoped_lock lock(one);
        plain_instance = new Made;  // bad double_checked_plainly
        advance(1);
      },
      [] {
        await(1);
        if (plain_instance == nullptr) abort();  // bad double_checked_plainly
      });
}

// C++20.
void latches() {
  std::latch latch(2);
  int left = 0, right = 0;
  both(
      [&] {
        left = 1;
        latch.arrive_and_wait();
        sink = right;
      },
      [&] {
        right = 1;
        latch.count_down();
        latch.wait();
        sink = left;
      });
}
void barriers() {
  static int values[2];
  static int sum = 0;
  std::barrier barrier(2, []() noexcept { sum += values[0] + values[1]; });
  const auto work = [&](int own) {
    for (int i = 0; i < 50; ++i) {
      values[own] = i;
      barrier.arrive_and_wait();
      sink = values[1 - own] + sum;
      barrier.arrive_and_wait();
    }
  };
  both([&] { work(0); }, [&] { work(1); });
}
void barrier_too_late() {
  static int values[2];
  std::barrier barrier(2);
  both(
      [&] {
        barrier.arrive_and_wait();
        values[0] = 1;  // bad barrier_too_late
        advance(1);
      },
      [&] {
        barrier.arrive_and_wait();
        await(1);
        sink = values[0];  // bad barrier_too_late
      });
}
void counting_semaphores() {
  std::counting_semaphore<4> semaphore(0);
  both(
      [&] {
        shared = 1;
        semaphore.release(2);
      },
      [&] {
        semaphore.acquire();
        shared = 2;
        if (!semaphore.try_acquire_for(std::chrono::seconds(100))) abort();
      });
}
void binary_semaphores() {
  std::binary_semaphore semaphore(1);
  const auto work = [&] {
    for (int i = 0; i < 100; ++i) {
      semaphore.acquire();
      shared++;
      semaphore.release();
    }
  };
  both(work, work);
}
void joining_threads() {
  {
    std::jthread thread([](std::stop_token stop) {
      while (!stop.stop_requested()) std::this_thread::yield();
      shared++;
    });
    shared = 1;
    thread.request_stop();
  }
  shared++;
}
void stop_callbacks() {
  std::jthread thread([](std::stop_token stop) {
    std::stop_callback callback(stop, [] { shared++; });
    advance(1);
    while (!stop.stop_requested()) std::this_thread::yield();
  });
  await(1);
  shared = 5;
  thread.request_stop();
  thread.join();
  shared++;
}
void stoppable_wait() {
  static bool never = false;
  std::jthread thread([](std::stop_token stop) {
    std::unique_lock lock(one);
    any_condition.wait(lock, stop, [] { return never; });
    shared++;
  });
  shared = 1;
  thread.request_stop();
  thread.join();
}
void atomic_refs() {
  const auto work = [] {
    for (int i = 0; i < 100; ++i) std::atomic_ref(shared).fetch_add(1, std::memory_order_relaxed);
  };
  both(work, work);
}
void atomic_ref_and_plain() {
  both(
      [] {
        std::atomic_ref(shared).store(1);  // bad atomic_ref_and_plain
        advance(1);
      },
      [] {
        await(1);
        shared = 2;  // bad atomic_ref_and_plain
      });
}
std::atomic<int> waited{0};
void atomic_waits() {
  both(
      [] {
        shared = 1;
        waited.store(1, std::memory_order_release);
        waited.notify_one();
      },
      [] {
        waited.wait(0, std::memory_order_acquire);
        shared = 2;
      });
}
void relaxed_wait() {
  both(
      [] {
        shared = 1;  // bad relaxed_wait
        waited.store(1, std::memory_order_relaxed);
        waited.notify_all();
      },
      [] {
        waited.wait(0, std::memory_order_relaxed);
        shared = 2;  // bad relaxed_wait
      });
}
std::atomic_flag lock_flag;
void flags() {
  const auto work = [] {
    while (lock_flag.test_and_set(std::memory_order_acquire)) lock_flag.wait(true, std::memory_order_relaxed);
    shared++;
    lock_flag.clear(std::memory_order_release);
    lock_flag.notify_one();
  };
  both(work, work);
}
void relaxed_flags() {
  const auto work = [] {
    while (lock_flag.test_and_set(std::memory_order_relaxed)) std::this_thread::yield();
    shared++;  // bad relaxed_flags
    lock_flag.clear(std::memory_order_release);
  };
  both(work, work);
}

const struct {
  const char* name;
  void (*run)();
} scenarios[] = {
#define S(name) \
  { #name, name }
    S(shared_mutexes),
    S(shared_timed_mutexes),
    S(timed_mutexes),
    S(recursive_mutexes),
    S(two_locks),
    S(wrong_lock),
    S(conditions),
    S(conditions_with_limit),
    S(conditions_of_any_lock),
    S(notified_at_exit),
    S(promises),
    S(broken_promise),
    S(promise_at_exit),
    S(async_calls),
    S(async_race),
    S(deferred_call),
    S(async_exception),
    S(packaged_tasks),
    S(shared_futures),
    S(waited_future),
    S(calls_once),
    S(calls_once_after_throwing),
    S(unlocked_once),
    S(local_statics),
    S(changed_static),
    S(double_checked),
    S(double_checked_plainly),
    S(latches),
    S(barriers),
    S(barrier_too_late),
    S(counting_semaphores),
    S(binary_semaphores),
    S(joining_threads),
    S(stop_callbacks),
    S(stoppable_wait),
    S(atomic_refs),
    S(atomic_ref_and_plain),
    S(atomic_waits),
    S(relaxed_wait),
    S(flags),
    S(relaxed_flags)};

}  // namespace

int main(int argc, char** argv) {
  for (const auto& scenario : scenarios) {
    if (argc < 2) puts(scenario.name);
    if (argc > 1 && strcmp(argv[1], scenario.name) == 0) scenario.run();
  }
}
