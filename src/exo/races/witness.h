// From a solver's model to a small case that the interpreter has confirmed.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "exo/races/interpreter.h"
#include "exo/races/race_check.h"

namespace dh::exo {

enum class Replay : uint8_t {
  confirmed,  // by the interpreter
  too_large,  // for it; the query holds for the values
  refuted,    // an internal error
};

struct NamedValue {
  std::string name;  // "n", "i", "i of line 12" where another `i` is shown too
  std::string value;
};

struct RaceWitness {
  Replay replay = Replay::refuted;
  std::vector<NamedValue> arguments;  // sizes, indices, bools, configs, loops around the construct
  std::vector<int64_t> first_thread;  // numbers of the thread, outermost first
  std::vector<int64_t> second_thread;
  std::vector<NamedValue> first_loops;
  std::vector<NamedValue> second_loops;
  std::vector<int64_t> cell;
  std::optional<Conflict> conflict;  // when confirmed
};

RaceWitness make_witness(Kernel& kernel, Solver& solver, const Race& race);

struct DivergenceWitness {
  Replay replay = Replay::refuted;
  std::vector<NamedValue> arguments;
  std::vector<NamedValue> loops;
  std::vector<int64_t> first_thread;   // reaches the barrier
  std::vector<int64_t> second_thread;  // does not
};

DivergenceWitness make_witness(Kernel& kernel, Solver& solver, const DivergentBarrier& barrier);

}  // namespace dh::exo
