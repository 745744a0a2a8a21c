// The checker against the interpreter on random programs. DEADHEAT_EXO_RANDOM=n runs n programs instead of
// 2,000, DEADHEAT_EXO_SEED=s starts at another seed.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>

#include "base/tries.h"
#include "exo/races/race_check.h"
#include "exo/races/witness.h"
#include "exo/testing/program.h"
#include "exo/testing/random_program.h"

namespace dh::exo {
namespace {

uint64_t from_environment(const char* name, uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

// A race as both sides see it: the loop and the two statements, in the order of their addresses.
struct Meeting {
  const Stmt* construct;
  const Stmt* first;
  const Stmt* second;
  friend auto operator<=>(const Meeting&, const Meeting&) = default;
};

Meeting meeting(const Stmt* construct, const Stmt* a, const Stmt* b) {
  return {construct, std::min(a, b), std::max(a, b)};
}

// Which statement an access belongs to.
using Owners = std::map<const void*, const Stmt*>;

struct Judged {
  std::set<Meeting> meetings;
  std::set<const Stmt*> racy;
  std::set<const Stmt*> divergent;
};

// Every case of a small box of arguments.
Judged run_all(const Proc& proc, const Owners& owners, const Stmt* ignored, int64_t largest) {
  Judged judged;
  for (int64_t n = 1; n <= largest; ++n) {
    for (int64_t m = 1; m <= largest; ++m) {
      for (int64_t kb = 0; kb < 6; ++kb) {
        RunInputs inputs;
        inputs.args = {n, m, kb / 2, kb % 2, 0, 0, 0};
        RunOptions options;
        options.ignored_barrier = ignored;
        RunResult result = run_proc(proc, inputs, options);
        EXPECT_TRUE(result.finished);
        for (const Conflict& conflict : result.conflicts) {
          judged.racy.insert(conflict.construct);
          judged.meetings.insert(meeting(conflict.construct, owners.at(conflict.first.origin),
                                         owners.at(conflict.second.origin)));
        }
        for (const Divergence& divergence : result.divergences) judged.divergent.insert(divergence.construct);
      }
    }
  }
  return judged;
}

struct Tally {
  int racy = 0, safe = 0, divergent = 0, redundant = 0;
  SolverStats stats;
};

void compare(uint64_t seed, Tally& tally) {
  std::string text = random_program(seed);
  SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + text);
  Program program(text);
  ASSERT_EQ(program.messages(), "");
  const Proc& proc = program.proc("main");
  Diagnostics diagnostics;
  Kernel kernel = lower(proc, diagnostics);
  ASSERT_TRUE(diagnostics.empty()) << diagnostics[0].message;
  // Every race of a loop gets its witness here, not one per group: that takes more than the budget of one
  // loop.
  SolverOptions options;
  options.loop_budget = 100 * options.loop_budget;
  Solver solver(kernel.formulas, options);
  KernelVerdict verdict = check_kernel(kernel, solver, {});
  tally.stats.add(solver.stats());
  ASSERT_TRUE(verdict.undecided.empty()) << verdict.undecided[0].reason;

  // What is claimed must happen.
  Owners owners;
  for (const Site& site : kernel.sites) owners[site.origin] = kernel.nodes[site.node].stmt;
  std::set<Meeting> meetings;
  std::set<const Stmt*> racy;
  std::set<const Stmt*> divergent;
  for (const RaceGroup& group : verdict.races) {
    const Stmt* construct = kernel.nodes[group.construct].stmt;
    racy.insert(construct);
    ASSERT_EQ(group.pairs, group.races.size());
    for (const Race& race : group.races) {
      meetings.insert(meeting(construct, owners[kernel.sites[race.first].origin],
                              owners[kernel.sites[race.second].origin]));
      ASSERT_EQ(make_witness(kernel, solver, race).replay, Replay::confirmed);
    }
  }
  for (const DivergentBarrier& barrier : verdict.divergent) {
    divergent.insert(kernel.nodes[barrier.construct].stmt);
    ASSERT_EQ(make_witness(kernel, solver, barrier).replay, Replay::confirmed);
  }
  // What happens must be claimed.
  if (verdict.vacuous) return;
  Judged judged = run_all(proc, owners, nullptr, 3);
  for (const Stmt* construct : judged.divergent)
    ASSERT_TRUE(divergent.contains(construct)) << "missed divergence";
  for (const Meeting& one : judged.meetings) {
    ASSERT_TRUE(meetings.contains(one) || divergent.contains(one.construct))
        << "missed race: " << program.modules[0].file.place(one.first->span).text() << " and "
        << program.modules[0].file.place(one.second->span).text();
  }
  for (NodeId barrier : verdict.redundant) {
    const Stmt* stmt = kernel.nodes[barrier].stmt;
    // A helper's barrier may be needed in another fork.
    if (std::find(verdict.needed.begin(), verdict.needed.end(), stmt) != verdict.needed.end()) continue;
    for (const Stmt* construct : run_all(proc, owners, stmt, 3).racy) {
      ASSERT_TRUE(racy.contains(construct) || divergent.contains(construct)) << "the barrier is needed";
    }
    ++tally.redundant;
  }
  (racy.empty() ? tally.safe : tally.racy) += 1;
  tally.divergent += !divergent.empty();
}

TEST(RandomPrograms, CheckerAndInterpreterAgree) {
  uint64_t count = from_environment("DEADHEAT_EXO_RANDOM", tries(2000));
  uint64_t first = from_environment("DEADHEAT_EXO_SEED", 1);
  Tally tally;
  for (uint64_t seed = first; seed < first + count; ++seed) {
    compare(seed, tally);
    if (HasFatalFailure()) return;
  }
  RecordProperty("racy", tally.racy);
  std::printf(
      "%llu programs: %d racy, %d safe, %d divergent, %d redundant barriers; %lld queries, %lld by Z3\n",
      static_cast<unsigned long long>(count), tally.racy, tally.safe, tally.divergent, tally.redundant,
      static_cast<long long>(tally.stats.queries), static_cast<long long>(tally.stats.by_z3));
  if (count < 1000) return;
  // The generator is worth its time only while all verdicts occur.
  EXPECT_GT(tally.racy, static_cast<int>(count / 10));
  EXPECT_GT(tally.safe, static_cast<int>(count / 10));
  EXPECT_GT(tally.divergent, static_cast<int>(count / 100));
  EXPECT_GT(tally.redundant, static_cast<int>(count / 100));
}

}  // namespace
}  // namespace dh::exo
