// Runs a proc for given arguments, every thread of every parallel loop, and compares what the threads touch
// between barriers. Works on the tree itself and shares nothing with the symbolic side: it replays every
// witness before it is shown, and it is the judge of the random tests.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/hash.h"
#include "exo/syntax/ast.h"
#include "exo/syntax/effects.h"
#include "findings/finding.h"

namespace dh::exo {

// Which statement of which inlined call: a number made of the calls on the way.
using CallPath = uint64_t;
CallPath enter_call(CallPath path, const Stmt& call);

struct RunInputs {
  std::vector<int64_t> args;               // one a parameter; data parameters are ignored
  std::map<ConfigCell, int64_t> configs;   // absent: 0
  std::map<std::string, int64_t> strides;  // "stride(x, 0)"; absent: 1
};

struct RunSite {
  const void* origin = nullptr;  // Expr or Stmt, as in Site::origin
  CallPath path = 0;
  friend bool operator==(const RunSite&, const RunSite&) = default;
};

struct LoopAt {
  const Stmt* loop = nullptr;
  CallPath path = 0;
  friend auto operator<=>(const LoopAt&, const LoopAt&) = default;
};

// Two accesses that are expected to meet.
struct Watch {
  LoopAt construct;
  RunSite first, second;
  int64_t first_thread = 0, second_thread = 0;
  std::vector<int64_t> first_loops,
      second_loops;  // values of the loops inside the construct, outermost first
  // Without barriers only the iterations that lead to the two accesses have to run: the values of the loops
  // around each of them.
  bool only_pinned = false;
  std::map<LoopAt, int64_t> first_pins, second_pins;
};

struct RunOptions {
  int64_t step_limit = 1'000'000;
  const Stmt* ignored_barrier = nullptr;
  std::map<LoopAt, int64_t> pins;  // loops that only run this one iteration
  std::optional<Watch> watch;      // then only its two threads run in its construct
};

struct Conflict {
  const Stmt* construct = nullptr;
  RunSite first, second;
  AccessKind first_kind{}, second_kind{};
  int64_t first_thread = 0, second_thread = 0;
  std::string buffer;
  std::vector<int64_t> cell;
  uint32_t interval = 0;                 // barriers before it in its construct
  const Stmt* barrier_before = nullptr;  // null: the start of the threads
  const Stmt* barrier_after = nullptr;   // null: their end
};

struct Divergence {
  const Stmt* construct = nullptr;
  int64_t first_thread = 0, second_thread = 0;
};

struct RunResult {
  bool finished = true;             // false: the step limit cut it short
  int64_t steps = 0;                // statements and comparisons that were run
  bool assumptions_hold = true;     // else nothing was run
  std::vector<Conflict> conflicts;  // one for each pair of sites; all of them for a watched construct
  std::vector<Divergence> divergences;
  std::optional<Conflict> watched;
};

RunResult run_proc(const Proc& proc, const RunInputs& inputs, const RunOptions& options);

}  // namespace dh::exo
