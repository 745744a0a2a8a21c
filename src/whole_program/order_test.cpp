// Happens-before against a slow one that runs random programs in every possible order.
#include "whole_program/order.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace dh::whole {
namespace {

enum class Kind : uint8_t { access, start, join, signal, wait };

struct Step {
  Kind kind{};
  uint32_t what = 0;  // thread or semaphore
};

using Program = std::vector<std::vector<Step>>;  // thread 0 is there from the beginning

constexpr uint32_t kSemaphores = 2;

Program random_program(uint32_t seed) {
  std::mt19937 random(seed);
  auto pick = [&](uint32_t n) { return static_cast<uint32_t>(random() % n); };
  Program program(2 + pick(3));
  uint32_t threads = static_cast<uint32_t>(program.size());
  for (auto& thread : program) {
    uint32_t steps = 2 + pick(3);
    for (uint32_t i = 0; i < steps; ++i) {
      switch (pick(6)) {
        case 0:
          thread.push_back({Kind::join, 1 + pick(threads - 1)});
          break;
        case 1:
          thread.push_back({Kind::signal, pick(kSemaphores)});
          break;
        case 2:
          thread.push_back({Kind::wait, pick(kSemaphores)});
          break;
        default:
          thread.push_back({Kind::access, 0});
      }
    }
  }
  for (uint32_t t = 1; t < threads; ++t) {
    auto& creator = program[pick(t)];
    creator.insert(creator.begin() + pick(static_cast<uint32_t>(creator.size() + 1)), {Kind::start, t});
  }
  return program;
}

// Where each thread is: steps done, or kNotStarted.
using State = std::vector<uint32_t>;
constexpr uint32_t kNotStarted = UINT32_MAX;

std::set<State> all_states(const Program& program) {
  State begin(program.size(), kNotStarted);
  begin[0] = 0;
  std::set<State> seen{begin};
  std::vector<State> work{begin};
  while (!work.empty()) {
    State state = work.back();
    work.pop_back();
    std::vector<int> count(kSemaphores);
    for (size_t t = 0; t < program.size(); ++t) {
      for (uint32_t i = 0; state[t] != kNotStarted && i < state[t]; ++i) {
        if (program[t][i].kind == Kind::signal) ++count[program[t][i].what];
        if (program[t][i].kind == Kind::wait) --count[program[t][i].what];
      }
    }
    for (size_t t = 0; t < program.size(); ++t) {
      if (state[t] == kNotStarted || state[t] == program[t].size()) continue;
      Step step = program[t][state[t]];
      if (step.kind == Kind::wait && count[step.what] <= 0) continue;
      if (step.kind == Kind::join && state[step.what] != program[step.what].size()) continue;
      State next = state;
      ++next[t];
      if (step.kind == Kind::start) next[step.what] = 0;
      if (seen.insert(next).second) work.push_back(next);
    }
  }
  return seen;
}

struct Made {
  Heap heap;
  Multiplicity multiplicity;
  Roots roots;
  Traces traces;
};

void add_thread(const Program& program, uint32_t t, Made& made) {
  Visit visit;
  visit.thread = ThreadId(t);
  visit.end = 1000;
  VisitId visit_id = made.traces.visits.add(visit);
  for (uint32_t i = 0; i < program[t].size(); ++i) {
    Step step = program[t][i];
    SyncEvent event;
    event.thread = ThreadId(t);
    event.visit = event.scope = visit_id;
    event.time = i + 1;
    switch (step.kind) {
      case Kind::access: {
        AccessEvent access;
        access.visit = visit_id;
        access.time = i + 1;
        made.traces.accesses.push_back(access);
        continue;
      }
      case Kind::start:
        event.kind = EventKind::start;
        event.body = InstanceId(step.what);
        made.traces.threads[ThreadId(step.what)].starts.push_back(
            static_cast<uint32_t>(made.traces.syncs.size()));
        break;
      case Kind::join:
        event.kind = EventKind::join;
        event.body = InstanceId(step.what);
        break;
      case Kind::signal:
        event.kind = EventKind::signal;
        event.object = ObjectId(step.what);
        break;
      case Kind::wait:
        event.kind = EventKind::wait;
        event.object = ObjectId(step.what);
        break;
    }
    made.traces.syncs.push_back(event);
  }
}

Made make_traces(const Program& program) {
  Made made;
  Root root;
  root.kind = RootKind::script;
  made.roots.roots.push_back(root);
  for (uint32_t s = 0; s < kSemaphores; ++s) made.heap.objects.add(Object());
  for (uint32_t t = 0; t < program.size(); ++t) {
    Thread thread;
    if (t > 0) thread.body = InstanceId(t);
    thread.first = VisitId(t);
    made.traces.threads.add(thread);
  }
  for (uint32_t t = 0; t < program.size(); ++t) add_thread(program, t, made);
  return made;
}

// Without more than one signal and one wait a semaphore, everything that is ordered is found; with them, all
// that is said to be ordered is.
bool simple(const Program& program) {
  std::vector<int> signals(kSemaphores), waits(kSemaphores);
  for (const auto& thread : program) {
    for (Step step : thread) {
      if (step.kind == Kind::signal) ++signals[step.what];
      if (step.kind == Kind::wait) ++waits[step.what];
    }
  }
  for (uint32_t s = 0; s < kSemaphores; ++s) {
    if (signals[s] > 1 || waits[s] > 1) return false;
  }
  return true;
}

TEST(Order, AgreesWithAllInterleavingsOfRandomPrograms) {
  size_t ordered = 0, unordered = 0, exact = 0;
  for (uint32_t seed = 1; seed <= 1500; ++seed) {
    Program program = random_program(seed);
    std::set<State> states = all_states(program);
    Made made = make_traces(program);
    Order order(made.heap, made.multiplicity, made.roots, made.traces);
    bool all = simple(program);
    for (const AccessEvent& a : made.traces.accesses) {
      for (const AccessEvent& b : made.traces.accesses) {
        uint32_t left = a.visit.value, right = b.visit.value;
        if (left == right) continue;
        auto done = [](const State& state, uint32_t thread, uint32_t time) {
          return state[thread] != kNotStarted && state[thread] >= time;
        };
        bool runs = false, can_be_first = false;
        for (const State& state : states) {
          if (!done(state, right, b.time)) continue;
          runs = true;
          can_be_first |= !done(state, left, a.time);
        }
        if (!runs) continue;  // behind a wait that nothing ends
        bool said = order.before(a, b, {});
        if (said || all) {
          ASSERT_EQ(said, !can_be_first) << "seed " << seed << " threads " << left << " " << right;
        }
        exact += all;
        (said ? ordered : unordered) += 1;
      }
    }
  }
  EXPECT_GT(ordered, 500u);
  EXPECT_GT(unordered, 500u);
  EXPECT_GT(exact, 500u);
}

}  // namespace
}  // namespace dh::whole
