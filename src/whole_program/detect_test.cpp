// Whole runs on programs that are extreme or lack something: they end, and say what was left out.
#include "whole_program/detect.h"

#include <gtest/gtest.h>

#include "whole_program/confidence.h"
#include "whole_program/multiplicity.h"
#include "whole_program/races.h"
#include "whole_program/roots.h"
#include "whole_program/solver.h"
#include "whole_program/test_program.h"
#include "whole_program/trace.h"

namespace dh::whole {
namespace {

using namespace smallir;

CheckSink::Contents detect(const TestProgram& program, int jobs = 1) {
  Diagnostics problems;
  Parallelism how;
  how.jobs = jobs;
  CheckSink sink;
  detect_races(program.module, read_settings(nullptr, problems), {}, how, sink);
  EXPECT_TRUE(problems.empty());
  return sink.take();
}

bool says(const CheckSink::Contents& result, Severity severity, const std::string& text) {
  for (const Diagnostic& diagnostic : result.diagnostics) {
    if (diagnostic.severity == severity && diagnostic.message.find(text) != std::string::npos) return true;
  }
  return false;
}

VariableId add_global(TestProgram& program) {
  Variable global;
  global.name = program.module.names.intern("G");
  global.kind = VariableKind::global;
  global.assigned = true;
  return program.module.variables.add(global);
}

// function: [ G := 1 ] fork
void fork_a_write(TestProgram& program, FunctionId function, VariableId global, Value value) {
  FunctionId block = program.add_function(FunctionKind::block, "", {}, function, 0, 0);
  program.emit(block, Op::write, global.value, {value});
  program.emit(block, Op::return_value, 0, {value});
  program.send(function, "fork", {program.emit(function, Op::block, block.value, {})});
}

Value a_number(TestProgram& program) {
  Literal number;
  number.kind = LiteralKind::integer;
  number.text = program.module.names.intern("1");
  return Value::of(program.module.literals.add(number));
}

TEST(Detect, SaysThatThereIsNoEntryPoint) {
  TestProgram program;
  VariableId global = add_global(program);
  ClassId poller = program.add_class("Poller", {}, 0, true);
  FunctionId start = program.add_function(FunctionKind::method, "start", poller, {}, 0, 0);
  fork_a_write(program, start, global, a_number(program));
  FunctionId reset = program.add_function(FunctionKind::method, "reset", poller, {}, 0, 0);
  program.emit(reset, Op::write, global.value, {a_number(program)});
  program.finish();
  CheckSink::Contents result = detect(program);
  EXPECT_TRUE(says(result, Severity::note, "no script and no entry point found"));
  EXPECT_FALSE(says(result, Severity::error, ""));
  EXPECT_FALSE(result.findings.empty());
}

TEST(Detect, SaysNothingWhereNothingIsFound) {
  TestProgram program;
  program.add_class("Quiet", {}, 0, true);
  program.add_function(FunctionKind::main, "main", {}, {}, 0, 0);
  program.finish();
  CheckSink::Contents result = detect(program);
  EXPECT_TRUE(result.findings.empty());
  EXPECT_TRUE(result.diagnostics.empty());
}

// All of them race with all others: some pairs show it, and the report says that there are more.
TEST(Detect, TenThousandForksEndAndSayThatThereAreMorePairs) {
  TestProgram program;
  VariableId global = add_global(program);
  Value number = a_number(program);
  FunctionId main = program.add_function(FunctionKind::main, "main", {}, {}, 0, 0);
  for (int i = 0; i < 10'000; ++i) fork_a_write(program, main, global, number);
  program.finish();
  CheckSink::Contents result = detect(program);
  EXPECT_FALSE(result.findings.empty());
  EXPECT_TRUE(result.diagnostics.empty());
  ASSERT_EQ(result.totals.size(), 1u);
  EXPECT_EQ(result.totals[0], "further pairs of accesses to 1 variable are not listed");
}

TEST(Detect, TenThousandForksOfDifferentVariablesAreAllLookedAt) {
  TestProgram program;
  Value number = a_number(program);
  FunctionId main = program.add_function(FunctionKind::main, "main", {}, {}, 0, 0);
  std::vector<VariableId> globals;
  for (int i = 0; i < 10'000; ++i) {
    globals.push_back(add_global(program));
    fork_a_write(program, main, globals.back(), number);
  }
  for (VariableId global : globals) program.emit(main, Op::write, global.value, {number});
  program.finish();
  CheckSink::Contents result = detect(program);
  EXPECT_EQ(result.findings.size(), globals.size());
  EXPECT_TRUE(result.diagnostics.empty());
}

// The time limit is the user's, not one of the analysis: it is named where the run ends.
TEST(Detect, AStopRequestIsNoLimit) {
  TestProgram program;
  FunctionId main = program.add_function(FunctionKind::main, "main", {}, {}, 0, 0);
  fork_a_write(program, main, add_global(program), a_number(program));
  program.finish();
  StopSource stop;
  const auto traces_of_main = [&] {
    Diagnostics problems;
    const Settings settings = read_settings(nullptr, problems);
    const ProgramIndex index = index_program(program.module, settings);
    const Roots roots = find_roots(program.module, settings.model);
    Solved solved = solve(program.module, index, settings, roots, {}, {});
    Multiplicity multiplicity = count_runs(program.module, solved.heap, roots, solved.roots);
    Relevance relevance = find_relevant(program.module, solved.heap, multiplicity, roots, solved.roots);
    return build_traces(program.module, index, solved.heap, multiplicity, relevance, roots, solved.roots,
                        1000, StopToken(stop));
  };
  EXPECT_EQ(traces_of_main().end, Traces::End::complete);
  stop.request();
  EXPECT_EQ(traces_of_main().end, Traces::End::stop_requested);
}

// Every method sends every message to self and starts a thread that does.
TEST(Detect, RecursionEverywhereEnds) {
  constexpr int kMethods = 12;
  TestProgram program;
  ClassId knot = program.add_class("Knot", {}, 1, true);
  VariableId field(program.module.classes[knot].fields.first);
  Value number = a_number(program);
  auto selector = [](int i) { return "m" + std::to_string(i); };
  for (int i = 0; i < kMethods; ++i) {
    FunctionId method = program.add_function(FunctionKind::method, selector(i), knot, {}, 0, 0);
    program.emit(method, Op::write, field.value, {number, Value::self()});
    for (int other = 0; other < kMethods; ++other) program.send(method, selector(other), {Value::self()});
    FunctionId block = program.add_function(FunctionKind::block, "", knot, method, 0, 0);
    program.module.functions[block].uses_self = true;
    program.send(block, selector(i), {Value::self()});
    program.send(method, "fork", {program.emit(method, Op::block, block.value, {})});
  }
  FunctionId main = program.add_function(FunctionKind::main, "main", {}, {}, 0, 0);
  Value made = program.emit(main, Op::new_object, knot.value, {});
  program.send(main, selector(0), {made});
  program.finish();
  CheckSink::Contents result = detect(program);
  EXPECT_EQ(result.findings.size(), static_cast<size_t>(kMethods * (kMethods + 1) / 2));
  CheckSink::Contents parallel = detect(program, 2);
  EXPECT_EQ(parallel.findings.size(), result.findings.size());
}

TEST(Detect, MissingSuperclass) {
  TestProgram program;
  ClassId missing = program.add_class("Missing", {}, 0, false);
  ClassId child = program.add_class("Child", missing, 1, true);
  VariableId field(program.module.classes[child].fields.first);
  FunctionId bump = program.add_function(FunctionKind::method, "bump", child, {}, 0, 0);
  program.emit(bump, Op::write, field.value, {a_number(program), Value::self()});
  program.emit(bump, Op::super_send, program.module.names.intern("bump").value, {Value::self()});
  FunctionId main = program.add_function(FunctionKind::main, "main", {}, {}, 0, 1);
  VariableId local = program.module.declared(program.module.functions[main], 0);
  Value made = program.emit(main, Op::new_object, child.value, {});
  program.emit(main, Op::write, local.value, {made});
  FunctionId block = program.add_function(FunctionKind::block, "", {}, main, 0, 0);
  program.send(block, "bump", {program.emit(block, Op::read, local.value, {})});
  program.send(main, "fork", {program.emit(main, Op::block, block.value, {})});
  program.send(main, "bump", {made});
  program.finish();
  CheckSink::Contents result = detect(program);
  EXPECT_EQ(result.findings.size(), 1u);
  EXPECT_FALSE(says(result, Severity::error, ""));
}

// main and a thread call a method that is analysed once for both: it makes an object, shares it and changes
// it.
TEST(Detect, ObjectsMadeInSharedCodeAreLessCertain) {
  TestProgram program;
  VariableId global = add_global(program);
  ClassId cell = program.add_class("Cell", {}, 1, true);
  VariableId field(program.module.classes[cell].fields.first);
  FunctionId share = program.add_function(FunctionKind::method, "share", cell, {}, 0, 0);
  program.emit(share, Op::write, global.value, {program.emit(share, Op::new_object, cell.value, {})});
  Value read = program.emit(share, Op::read, global.value, {});
  program.emit(share, Op::write, field.value, {a_number(program), read});
  FunctionId main = program.add_function(FunctionKind::main, "main", {}, {}, 0, 0);
  FunctionId block = program.add_function(FunctionKind::block, "", {}, main, 0, 0);
  program.send(block, "share", {program.emit(block, Op::new_object, cell.value, {})});
  program.send(main, "fork", {program.emit(main, Op::block, block.value, {})});
  program.send(main, "share", {program.emit(main, Op::new_object, cell.value, {})});
  program.finish();
  Diagnostics problems;
  const Settings settings = read_settings(nullptr, problems);
  const ProgramIndex index = index_program(program.module, settings);
  SolverLimits limits;
  limits.max_functions_of_threads = 1;
  limits.min_functions_of_thread = 1;
  Solved solved =
      solve(program.module, index, settings, find_roots(program.module, settings.model), limits, {});
  Multiplicity multiplicity = count_runs(program.module, solved.heap, solved.all_roots, solved.roots);
  Relevance relevance =
      find_relevant(program.module, solved.heap, multiplicity, solved.all_roots, solved.roots);
  Traces traces = build_traces(program.module, index, solved.heap, multiplicity, relevance, solved.all_roots,
                               solved.roots, 1000, {});
  RaceCheck check =
      find_races(program.module, solved.heap, multiplicity, relevance, solved.all_roots, traces, {}, {});
  size_t distant = 0;
  for (const Race& race : check.races) {
    Confidence confidence =
        rate(program.module, index, solved.heap, multiplicity, solved.all_roots, traces, race);
    for (const AppliedFactor& applied : confidence.factors()) {
      distant += applied.factor->id == std::string_view("smalltalk-distant-code");
    }
  }
  EXPECT_EQ(distant, 1u);
}

}  // namespace
}  // namespace dh::whole
