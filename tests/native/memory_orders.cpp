// Memory orders, owners, containers and texts that nothing guards, ends of threads. The argument chooses; a
// line with "bad NAME" takes part in the finding of scenario NAME, scenarios without such lines are silent.
#include <array>
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <future>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <shared_mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "two_threads.h"

namespace {

thread_local volatile int sink;
int shared;

std::mutex one;
std::condition_variable condition;

// Owners.
struct Counted {
  int value = 0;
  ~Counted() { value = -1; }
};
void shared_pointers() {
  auto pointer = std::make_shared<Counted>();
  std::thread a([copy = pointer] { sink = copy->value; });
  std::thread b([copy = pointer] { sink = copy->value; });
  pointer.reset();
  a.join();
  b.join();
}
void weak_pointers() {
  auto pointer = std::make_shared<Counted>();
  std::weak_ptr weak = pointer;
  std::thread a([weak] {
    if (auto strong = weak.lock()) sink = strong->value;
  });
  pointer.reset();
  a.join();
}
std::shared_ptr<int> unguarded;
void assigned_pointer() {
  unguarded = std::make_shared<int>(1);
  both(
      [] {
        unguarded = nullptr;  // bad assigned_pointer
        advance(1);
      },
      [] {
        await(1);
        if (unguarded.get() != nullptr) abort();  // bad assigned_pointer
      });
}
void old_atomic_pointers() {
  static std::shared_ptr<int> pointer = std::make_shared<int>(0);
  both(
      [] {
        for (int i = 0; i < 50; ++i) std::atomic_store(&pointer, std::make_shared<int>(i));
      },
      [] {
        for (int i = 0; i < 50; ++i) sink = *std::atomic_load(&pointer);
      });
}
void functions_in_queue() {
  static std::vector<std::function<void()>> queue;
  static bool is_closed = false;
  both(
      [] {
        for (int i = 0; i < 20; ++i) {
          std::scoped_lock lock(one);
          queue.push_back([text = std::string(40, 'x')] { sink = text[1]; });
          condition.notify_one();
        }
        std::scoped_lock lock(one);
        is_closed = true;
        condition.notify_all();
      },
      [] {
        for (;;) {
          std::unique_lock lock(one);
          condition.wait(lock, [] { return is_closed || !queue.empty(); });
          if (queue.empty()) return;
          auto call = std::move(queue.back());
          queue.pop_back();
          lock.unlock();
          call();
        }
      });
}

// Containers and texts that nothing guards.
std::map<int, int> tree;
void two_inserts() {
  both(
      [] {
        tree[1] = 1;  // bad two_inserts
        advance(1);
      },
      [] {
        await(1);
        tree[2] = 2;  // bad two_inserts
      });
}
std::string text = "short";
void appended_text() {
  both(
      [] {
        text += "er";  // bad appended_text
        advance(1);
      },
      [] {
        await(1);
        text += "est";  // bad appended_text
      });
}
void assigned_text() {
  both(
      [] {
        text = "another text, which does not fit";  // bad assigned_text
        advance(1);
      },
      [] {
        await(1);
        sink = static_cast<int>(text.size());  // bad assigned_text
      });
}
void own_texts() {
  std::string copy = text;
  both([copy]() mutable { copy += "er"; }, [copy]() mutable { copy.append(50, 'x'); });
}
void read_text() {
  both(
      [] {
        std::string copy = text;
        sink = copy[0];
      },
      [] {
        std::string copy = text;
        copy += text;
      });
}

// Memory orders.
std::atomic<int> first{0}, second{0};
void release_sequence() {
  std::thread c([] {
    while (first.load(std::memory_order_acquire) < 2) std::this_thread::yield();
    shared = 2;
  });
  both(
      [] {
        shared = 1;
        first.store(1, std::memory_order_release);
      },
      [] {
        int expected = 1;
        while (!first.compare_exchange_weak(expected, 2, std::memory_order_relaxed)) expected = 1;
      });
  c.join();
}
void ended_release_sequence() {
  both(
      [] {
        shared = 1;  // bad ended_release_sequence
        first.store(1, std::memory_order_release);
        first.store(2, std::memory_order_relaxed);
      },
      [] {
        while (first.load(std::memory_order_acquire) < 2) std::this_thread::yield();
        shared = 2;  // bad ended_release_sequence
      });
}
void fence_and_store() {
  both(
      [] {
        shared = 1;
        std::atomic_thread_fence(std::memory_order_release);
        first.store(1, std::memory_order_relaxed);
      },
      [] {
        while (first.load(std::memory_order_acquire) == 0) std::this_thread::yield();
        shared = 2;
      });
}
void fence_too_late() {
  both(
      [] {
        shared = 1;  // bad fence_too_late
        first.store(1, std::memory_order_relaxed);
        std::atomic_thread_fence(std::memory_order_release);
      },
      [] {
        while (first.load(std::memory_order_relaxed) == 0) std::this_thread::yield();
        std::atomic_thread_fence(std::memory_order_acquire);
        shared = 2;  // bad fence_too_late
      });
}
void sequential_fences() {
  both(
      [] {
        shared = 1;
        std::atomic_thread_fence(std::memory_order_seq_cst);
        first.store(1, std::memory_order_relaxed);
      },
      [] {
        while (first.load(std::memory_order_relaxed) == 0) std::this_thread::yield();
        std::atomic_thread_fence(std::memory_order_seq_cst);
        shared = 2;
      });
}
void signal_fence() {
  both(
      [] {
        shared = 1;  // bad signal_fence
        std::atomic_signal_fence(std::memory_order_seq_cst);
        first.store(1, std::memory_order_relaxed);
      },
      [] {
        while (first.load(std::memory_order_relaxed) == 0) std::this_thread::yield();
        std::atomic_signal_fence(std::memory_order_seq_cst);
        shared = 2;  // bad signal_fence
      });
}
void transitive() {
  std::thread c([] {
    while (second.load(std::memory_order_acquire) == 0) std::this_thread::yield();
    shared = 2;
  });
  both(
      [] {
        shared = 1;
        first.store(1, std::memory_order_release);
      },
      [] {
        while (first.load(std::memory_order_acquire) == 0) std::this_thread::yield();
        second.store(1, std::memory_order_release);
      });
  c.join();
}
void acquire_only() {
  both(
      [] {
        shared = 1;  // bad acquire_only
        first.exchange(1, std::memory_order_acquire);
      },
      [] {
        while (first.load(std::memory_order_acquire) == 0) std::this_thread::yield();
        shared = 2;  // bad acquire_only
      });
}
void failed_exchange() {
  both(
      [] {
        shared = 1;
        first.store(1, std::memory_order_release);
      },
      [] {
        int expected = 0;
        do {
          expected = 5;
        } while (!first.compare_exchange_strong(expected, 6, std::memory_order_acquire,
                                                std::memory_order_acquire) &&
                 expected == 0);
        shared = 2;
      });
}
struct Pair {
  long a, b;
};
std::atomic<Pair> pair{Pair{0, 0}};
void wide_atomics() {
  both(
      [] {
        shared = 1;
        pair.store(Pair{1, 1}, std::memory_order_release);
      },
      [] {
        while (pair.load(std::memory_order_acquire).a == 0) std::this_thread::yield();
        shared = 2;
      });
}
struct Large {
  long values[5];
};
std::atomic<Large> large{};
void large_atomics() {
  both(
      [] {
        shared = 1;
        large.store(Large{{1, 2, 3, 4, 5}});
      },
      [] {
        while (large.load().values[4] == 0) std::this_thread::yield();
        shared = 2;
      });
}
std::atomic<double> sum{0};
void floating_atomics() {
  const auto work = [] {
    for (int i = 0; i < 100; ++i) sum.fetch_add(0.5);
  };
  both(work, work);
}
// A queue without locks, for one producer and one consumer.
void ring() {
  static std::array<std::string, 4> slots;
  static std::atomic<size_t> head{0}, tail{0};
  both(
      [] {
        for (size_t i = 0; i < 200; ++i) {
          while (i - tail.load(std::memory_order_acquire) >= slots.size()) std::this_thread::yield();
          slots[i % slots.size()] = std::string(30, 'a');
          head.store(i + 1, std::memory_order_release);
        }
      },
      [] {
        for (size_t i = 0; i < 200; ++i) {
          while (head.load(std::memory_order_acquire) == i) std::this_thread::yield();
          sink = slots[i % slots.size()][3];
          slots[i % slots.size()].clear();
          tail.store(i + 1, std::memory_order_release);
        }
      });
}
// Readers check that nothing changed; by the letter of the standard the data is read in a race.
void sequence_lock() {
  static std::atomic<unsigned> version{0};
  both(
      [] {
        version.store(1, std::memory_order_relaxed);
        std::atomic_thread_fence(std::memory_order_release);
        shared = 1;  // bad sequence_lock
        version.store(2, std::memory_order_release);
        advance(1);
      },
      [] {
        await(1);
        sink = shared;  // bad sequence_lock
        std::atomic_thread_fence(std::memory_order_acquire);
        sink = static_cast<int>(version.load(std::memory_order_relaxed));
      });
}

// Ends of threads and of the program.
thread_local struct AtThreadEnd {
  int used = 0;
  ~AtThreadEnd() {
    if (used != 0) shared += used;
  }
} at_thread_end;
void thread_local_destructor() {
  std::thread([] { at_thread_end.used = 1; }).join();
  shared++;
}
struct Leaving {
  int used = 0;
  ~Leaving() {
    if (used != 0) add_unordered();
  }
  [[gnu::noinline]] static void add_unordered() {
    shared++;  // bad thread_local_destructors
  }
};
thread_local Leaving leaving;
void thread_local_destructors() {
  const auto use = [] { leaving.used = 1; };
  both(use, use);
}
struct Base {
  virtual ~Base() {
    std::scoped_lock lock(one);
    shared++;
  }
  virtual int value() { return 1; }
};
struct Derived : Base {
  int value() override { return 2; }
};
void ordered_virtual_calls() {
  auto* object = new Derived;
  std::thread([object] { sink = object->value(); }).join();
  delete object;
}
void exception_in_flight() {
  std::exception_ptr failure;
  std::thread other([&] {
    try {
      throw std::runtime_error(std::string(50, 'x'));
    } catch (...) {
      failure = std::current_exception();
    }
  });
  other.join();
  try {
    std::rethrow_exception(failure);
  } catch (const std::exception& error) {
    sink = error.what()[4];
  }
}
void thread_pool() {
  std::vector<std::future<long>> results;
  for (int i = 0; i < 8; ++i)
    results.push_back(std::async(std::launch::async, [i] {
      std::vector<int> values(100, i);
      return std::accumulate(values.begin(), values.end(), 0L);
    }));
  long all = 0;
  for (auto& result : results) all += result.get();
  sink = static_cast<int>(all);
}
void list_elements() {
  static std::list<int> values{1, 2};
  both([] { values.front() = 5; }, [] { values.back() = 6; });
}
void vector_of_bool() {
  static std::vector<bool> bits(64);
  both(
      [] {
        bits[1] = true;  // bad vector_of_bool
        advance(1);
      },
      [] {
        await(1);
        bits[2] = true;  // bad vector_of_bool
      });
}
void grown_vector() {
  static std::vector<int> values(1, 5);
  both(
      [] {
        values.reserve(1000);  // bad grown_vector
        advance(1);
      },
      [] {
        await(1);
        sink = values[0];  // bad grown_vector
      });
}

const struct {
  const char* name;
  void (*run)();
} scenarios[] = {
#define S(name) \
  { #name, name }
    S(shared_pointers),
    S(weak_pointers),
    S(assigned_pointer),
    S(old_atomic_pointers),
    S(functions_in_queue),
    S(two_inserts),
    S(appended_text),
    S(assigned_text),
    S(own_texts),
    S(read_text),
    S(release_sequence),
    S(ended_release_sequence),
    S(fence_and_store),
    S(fence_too_late),
    S(sequential_fences),
    S(signal_fence),
    S(transitive),
    S(acquire_only),
    S(failed_exchange),
    S(wide_atomics),
    S(large_atomics),
    S(floating_atomics),
    S(ring),
    S(sequence_lock),
    S(thread_local_destructor),
    S(thread_local_destructors),
    S(ordered_virtual_calls),
    S(exception_in_flight),
    S(thread_pool),
    S(list_elements),
    S(vector_of_bool),
    S(grown_vector)};

}  // namespace

int main(int argc, char** argv) {
  for (const auto& scenario : scenarios) {
    if (argc < 2) puts(scenario.name);
    if (argc > 1 && strcmp(argv[1], scenario.name) == 0) scenario.run();
  }
}
