// Happens-before against a slow one that runs random programs in every possible order.
#include "whole_program/order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <string>

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
  // Most are started by one thread, some by two, or twice.
  for (uint32_t t = 1; t < threads; ++t) {
    for (uint32_t starts = pick(4) == 0 ? 2 : 1; starts > 0; --starts) {
      auto& creator = program[pick(t)];
      creator.insert(creator.begin() + pick(static_cast<uint32_t>(creator.size() + 1)), {Kind::start, t});
    }
  }
  return program;
}

std::vector<uint32_t> count_runs_of(const Program& program) {
  std::vector<uint32_t> runs(program.size());
  runs[0] = 1;
  // Threads are started by those before them.
  for (size_t t = 0; t < program.size(); ++t) {
    for (Step step : program[t]) {
      if (step.kind == Kind::start) runs[step.what] += runs[t];
    }
  }
  return runs;
}

// Where each run of each thread is: steps done. Runs of one thread are all alike: sorted.
using State = std::vector<std::vector<uint32_t>>;

bool past(const State& state, uint32_t thread, uint32_t step) {
  return std::any_of(state[thread].begin(), state[thread].end(), [&](uint32_t at) { return at > step; });
}

struct Executions {
  std::set<State> states;
  // Pairs of (thread, step), the first of which can be done after the second.
  std::set<std::pair<std::pair<uint32_t, uint32_t>, std::pair<uint32_t, uint32_t>>> after;
  bool too_many = false;
};

bool can_go_on(const Program& program, const State& state, Step step) {
  if (step.kind == Kind::wait) {
    int count = 0;
    for (size_t t = 0; t < program.size(); ++t) {
      for (uint32_t at : state[t]) {
        for (uint32_t i = 0; i < at; ++i) {
          if (program[t][i].what != step.what) continue;
          count += program[t][i].kind == Kind::signal ? 1 : program[t][i].kind == Kind::wait ? -1 : 0;
        }
      }
    }
    return count > 0;
  }
  if (step.kind != Kind::join) return true;
  // A handle stands for one run: with several runs it is unknown which.
  return !state[step.what].empty() && state[step.what].back() == program[step.what].size();
}

Executions execute(const Program& program) {
  constexpr size_t kMaxStates = 20'000;
  Executions all;
  State begin(program.size());
  begin[0] = {0};
  all.states.insert(begin);
  std::vector<State> work{begin};
  while (!work.empty()) {
    State state = work.back();
    work.pop_back();
    for (uint32_t t = 0; t < program.size(); ++t) {
      for (size_t run = 0; run < state[t].size(); ++run) {
        uint32_t at = state[t][run];
        if (at == program[t].size() || !can_go_on(program, state, program[t][at])) continue;
        for (uint32_t other = 0; other < program.size() && program[t][at].kind == Kind::access; ++other) {
          for (uint32_t i = 0; i < program[other].size() && past(state, other, i); ++i) {
            all.after.insert({{t, at}, {other, i}});
          }
        }
        State next = state;
        ++next[t][run];
        std::sort(next[t].begin(), next[t].end());
        if (program[t][at].kind == Kind::start) {
          next[program[t][at].what].insert(next[program[t][at].what].begin(), 0);
        }
        if (all.states.insert(next).second) work.push_back(next);
      }
    }
    if (all.states.size() > kMaxStates) {
      all.too_many = true;
      return all;
    }
  }
  return all;
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
  std::vector<uint32_t> runs = count_runs_of(program);
  Made made;
  Root root;
  root.kind = RootKind::script;
  made.roots.roots.push_back(root);
  for (uint32_t s = 0; s < kSemaphores; ++s) made.heap.objects.add(Object());
  for (uint32_t t = 0; t < program.size(); ++t) {
    Thread thread;
    if (t > 0) thread.body = InstanceId(t);
    thread.multiple = runs[t] > 1;
    thread.first = VisitId(t);
    made.traces.threads.add(thread);
  }
  for (uint32_t t = 0; t < program.size(); ++t) add_thread(program, t, made);
  return made;
}

// Without more than one signal and one wait a semaphore, and joins of one of several runs, everything that is
// ordered is found; with them, all that is said to be ordered is.
bool simple(const Program& program) {
  std::vector<uint32_t> runs = count_runs_of(program);
  std::vector<int> signals(kSemaphores), waits(kSemaphores);
  for (const auto& thread : program) {
    for (Step step : thread) {
      if (step.kind == Kind::signal) ++signals[step.what];
      if (step.kind == Kind::wait) ++waits[step.what];
      if (step.kind == Kind::join && runs[step.what] > 1) return false;
    }
  }
  for (uint32_t s = 0; s < kSemaphores; ++s) {
    if (signals[s] > 1 || waits[s] > 1) return false;
  }
  return true;
}

bool all_starts_happen(const Program& program, const Executions& executions) {
  for (uint32_t t = 0; t < program.size(); ++t) {
    for (uint32_t i = 0; i < program[t].size(); ++i) {
      auto happens = [&](const State& state) { return past(state, t, i); };
      if (program[t][i].kind != Kind::start) continue;
      if (std::none_of(executions.states.begin(), executions.states.end(), happens)) return false;
    }
  }
  return true;
}

std::string text_of(const Program& program) {
  std::string text;
  for (size_t t = 0; t < program.size(); ++t) {
    text += "\n" + std::to_string(t) + ":";
    for (Step step : program[t]) {
      constexpr const char* kNames[] = {"access", "start", "join", "signal", "wait"};
      text += std::string(" ") + kNames[static_cast<size_t>(step.kind)] + std::to_string(step.what);
    }
  }
  return text;
}

TEST(Order, AgreesWithAllInterleavingsOfRandomPrograms) {
  size_t ordered = 0, unordered = 0, exact = 0, ordered_with_several_runs = 0;
  for (uint32_t seed = 1; seed <= 2500; ++seed) {
    Program program = random_program(seed);
    std::vector<uint32_t> runs = count_runs_of(program);
    Executions executions = execute(program);
    if (executions.too_many) continue;
    Made made = make_traces(program);
    smallir::Module no_code;
    Order order(no_code, made.heap, made.multiplicity, made.roots, made.traces);
    bool all = simple(program) && all_starts_happen(program, executions);
    for (const AccessEvent& a : made.traces.accesses) {
      for (const AccessEvent& b : made.traces.accesses) {
        uint32_t left = a.visit.value, right = b.visit.value;
        if (left == right) continue;
        bool happens = false, can_be_first = false;
        for (const State& state : executions.states) {
          if (!past(state, right, b.time - 1)) continue;
          happens = true;
          can_be_first |= !past(state, left, a.time - 1);
        }
        if (!happens) continue;  // after a wait that nothing ends
        bool said = order.before(a, b, {});
        if (said) {
          ASSERT_FALSE(executions.after.contains({{left, a.time - 1}, {right, b.time - 1}}))
              << "seed " << seed << " threads " << left << " " << right << text_of(program);
        }
        // What one of several runs does is before nothing, without an owner.
        bool is_exact = all && runs[left] == 1;
        if (is_exact) {
          ASSERT_EQ(said, !can_be_first)
              << "seed " << seed << " threads " << left << " " << right << text_of(program);
        }
        exact += is_exact;
        (said ? ordered : unordered) += 1;
        ordered_with_several_runs += said && runs[right] > 1;
      }
    }
  }
  EXPECT_GT(ordered, 500u);
  EXPECT_GT(unordered, 500u);
  EXPECT_GT(exact, 500u);
  EXPECT_GT(ordered_with_several_runs, 100u);
}

}  // namespace
}  // namespace dh::whole
