// The pointer analysis against a slow one that knows no sets of news, no contexts and no order of work.
#include "whole_program/solver.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

#include "whole_program/test_program.h"

namespace dh::whole {
namespace {

using namespace smallir;

constexpr uint32_t kClasses = 4, kFields = 2, kSelectors = 3;

struct RandomProgram {
  TestProgram program;
  std::vector<ClassId> classes;
  VariableId global;
  FunctionId main;
};

class Generator {
 public:
  explicit Generator(uint32_t seed) : random_(seed) {}

  RandomProgram make() {
    for (uint32_t c = 0; c < kClasses; ++c) {
      ClassId above = c > 0 && pick(2) ? made_.classes[pick(c)] : ClassId();
      made_.classes.push_back(program().add_class("C" + std::to_string(c), above, kFields, true));
    }
    Variable global;
    global.name = program().module.names.intern("G");
    global.kind = VariableKind::global;
    global.assigned = true;
    made_.global = program().module.variables.add(global);
    for (ClassId class_id : made_.classes) {
      for (uint32_t s = 0; s < kSelectors; ++s) {
        if (pick(3) == 0) continue;
        FunctionId method = program().add_function(FunctionKind::method, selector(s), class_id, {}, 1, 1);
        fill(method, class_id, 1);
      }
    }
    made_.main = program().add_function(FunctionKind::main, "main", {}, {}, 0, 2);
    fill(made_.main, {}, 2);
    program().finish();
    return std::move(made_);
  }

 private:
  TestProgram& program() { return made_.program; }
  uint32_t pick(uint32_t n) { return static_cast<uint32_t>(random_() % n); }
  static std::string selector(uint32_t s) { return "m" + std::to_string(s) + ":"; }

  // A variable that code of the function can see: its own or one of its parents'.
  VariableId visible(FunctionId function) {
    while (pick(2) && program().module.functions[function].parent.valid()) {
      function = program().module.functions[function].parent;
    }
    const Function& owner = program().module.functions[function];
    if (owner.variables.count == 0) return made_.global;
    return VariableId(owner.variables.first + pick(owner.variables.count));
  }

  void fill(FunctionId function, ClassId class_id, int depth) {
    std::vector<Value> values;
    if (class_id.valid()) values.push_back(Value::self());
    values.push_back(program().emit(function, Op::new_object, made_.classes[pick(kClasses)].value, {}));
    auto any = [&] { return values[pick(static_cast<uint32_t>(values.size()))]; };
    for (uint32_t i = 0; i < 6; ++i) {
      switch (pick(8)) {
        case 0:
          values.push_back(program().emit(function, Op::new_object, made_.classes[pick(kClasses)].value, {}));
          break;
        case 1:
        case 2:
          program().emit(function, Op::write, pick(4) ? visible(function).value : made_.global.value,
                         {any()});
          break;
        case 3:
          values.push_back(program().emit(function, Op::read, visible(function).value, {}));
          break;
        case 4:
        case 5: {
          if (!class_id.valid()) break;
          uint32_t field = program().module.classes[class_id].fields.first + pick(kFields);
          if (pick(2)) {
            program().emit(function, Op::write, field, {any(), Value::self()});
          } else {
            values.push_back(program().emit(function, Op::read, field, {Value::self()}));
          }
          break;
        }
        case 6:
          values.push_back(program().send(function, selector(pick(kSelectors)), {any(), any()}));
          break;
        case 7: {
          if (depth == 0) break;
          FunctionId block = program().add_function(FunctionKind::block, "", class_id, function, 1, 1);
          fill(block, class_id, depth - 1);
          Value closure = program().emit(function, Op::block, block.value, {});
          values.push_back(closure);
          values.push_back(program().send(function, "value:", {pick(2) ? closure : any(), any()}));
          break;
        }
      }
    }
    program().emit(function, Op::return_value, 0, {any()});
  }

  std::mt19937 random_;
  RandomProgram made_;
};

// Objects are named by the instruction (in Module::instructions) that makes them.
class Naive {
 public:
  using Set = std::set<uint32_t>;
  explicit Naive(const RandomProgram& program) : module_(program.program.module) {
    reached_.insert(program.main.value);
    for (changed_ = true; changed_;) {
      changed_ = false;
      for (uint32_t f : std::set<uint32_t>(reached_)) run(FunctionId(f));
    }
  }
  std::map<uint32_t, Set> results;  // by instruction
  std::set<uint32_t> reached_;

 private:
  using Key = std::pair<uint32_t, uint32_t>;
  void add(Set& to, const Set& from) {
    size_t before = to.size();
    to.insert(from.begin(), from.end());
    changed_ |= to.size() != before;
  }
  Set value(FunctionId f, Value v) {
    if (v.kind() == Value::Kind::self) return selfs_[module_.functions[f].home.value];
    return results[module_.functions[f].instructions.first + v.index()];
  }
  void call(FunctionId callee, const Set& argument, uint32_t site) {
    if (reached_.insert(callee.value).second) changed_ = true;
    const Function& function = module_.functions[callee];
    add(variables_[function.variables.first], argument);
    add(results[site], Set(returns_[callee.value]));
  }
  void run(FunctionId f) {
    const Function& function = module_.functions[f];
    for (uint32_t i = 0; i < function.instructions.count; ++i) {
      uint32_t site = function.instructions.first + i;
      const Instruction& instruction = module_.instructions[site];
      auto operands = module_.operands_of(instruction);
      switch (instruction.op) {
        case Op::new_object:
        case Op::block:
          add(results[site], {site});
          break;
        case Op::read:
          if (operands.empty()) {
            add(results[site], Set(variables_[instruction.target]));
          } else {
            for (uint32_t o : value(f, operands[0]))
              add(results[site], Set(fields_[{o, instruction.target}]));
          }
          break;
        case Op::write:
          if (operands.size() == 1) {
            add(variables_[instruction.target], value(f, operands[0]));
          } else {
            for (uint32_t o : value(f, operands[1]))
              add(fields_[{o, instruction.target}], value(f, operands[0]));
          }
          break;
        case Op::send:
          for (uint32_t o : value(f, operands[0])) {
            const Instruction& maker = module_.instructions[o];
            bool evaluates = module_.text(instruction.selector()) == "value:";
            if (maker.op == Op::block) {
              if (evaluates) call(maker.function(), value(f, operands[1]), site);
            } else if (!evaluates) {
              FunctionId callee = lookup(module_, maker.class_id(), instruction.selector());
              if (!callee.valid()) continue;
              add(selfs_[callee.value], {o});
              call(callee, value(f, operands[1]), site);
            }
          }
          break;
        case Op::return_value:
          add(returns_[f.value], value(f, operands[0]));
          break;
        case Op::super_send:
        case Op::array:
        case Op::return_home:
          break;
      }
    }
  }
  const Module& module_;
  bool changed_ = false;
  std::map<uint32_t, Set> variables_, selfs_, returns_;
  std::map<Key, Set> fields_;
};

Settings without_guesses() {
  Settings settings;
  settings.model.classes = builtin_model().classes;
  // Only value: on blocks, or blocks as arguments of unknown sends would run.
  for (const SelectorModel& model : builtin_model().selectors) {
    if (model.selector == "value:" && model.role == Role::evaluate) settings.model.selectors.push_back(model);
  }
  settings.fallback_limit = 0;
  index_model(settings.model);
  return settings;
}

TEST(Solver, AgreesWithTheNaiveAnalysisOnRandomPrograms) {
  Settings settings = without_guesses();
  size_t compared = 0, larger = 0;
  for (uint32_t seed = 1; seed <= 400; ++seed) {
    RandomProgram program = Generator(seed).make();
    const Module& module = program.program.module;
    Naive naive(program);
    SolverLimits limits;
    limits.run_blocks_of_unknown = false;
    Roots roots = find_roots(module, settings.model);
    Solved solved = solve(module, index_program(module, settings), settings, roots, limits, {});
    const Heap& heap = solved.heap;
    std::map<uint32_t, Naive::Set> found;
    std::set<uint32_t> reached;
    for (uint32_t i = 0; i < heap.instances.size(); ++i) {
      const Instance& instance = heap.instances[InstanceId(i)];
      const Function& function = module.functions[instance.function];
      reached.insert(instance.function.value);
      for (uint32_t n = 0; n < function.instructions.count; ++n) {
        heap.points_to_of(heap.result_node(InstanceId(i), n)).for_each([&](uint32_t o) {
          const Object& object = heap.objects[ObjectId(o)];
          const Function& maker = module.functions[heap.instances[object.instance].function];
          found[function.instructions.first + n].insert(maker.instructions.first + object.instruction);
        });
      }
    }
    std::erase_if(naive.results, [](const auto& entry) { return entry.second.empty(); });
    ASSERT_EQ(reached, naive.reached_) << "seed " << seed;
    ASSERT_EQ(found, naive.results) << "seed " << seed;
    compared += found.size();
    for (const auto& entry : found) larger += entry.second.size() > 1;
  }
  EXPECT_GT(compared, 1000u);
  EXPECT_GT(larger, 100u);
}

}  // namespace
}  // namespace dh::whole
