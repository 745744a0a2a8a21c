#include "exo/races/witness.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace dh::exo {

namespace {

constexpr int64_t kMaxReplaySteps = 2'000'000;
constexpr int64_t kStepsOfReplayStep = 60;  // a statement of the interpreter, in steps of the budget

// Loops between a node and `top`, outermost first.
std::vector<NodeId> loops_above(const Kernel& k, NodeId node, NodeId top) {
  std::vector<NodeId> loops;
  for (NodeId at = k.nodes[node].parent; at.valid() && at != top; at = k.nodes[at].parent) {
    if (k.nodes[at].kind == NodeKind::loop) loops.push_back(at);
  }
  std::reverse(loops.begin(), loops.end());
  return loops;
}

CallPath path_of(const Kernel& k, FrameId frame) {
  std::vector<const Stmt*> calls;
  for (FrameId at = frame; k.frames[at].call != nullptr; at = k.frames[at].parent)
    calls.push_back(k.frames[at].call);
  CallPath path = 0;
  for (auto call = calls.rbegin(); call != calls.rend(); ++call) path = enter_call(path, **call);
  return path;
}

// Makes the variables small, one after the other, as long as the query can be satisfied.
class Minimizer {
 public:
  Minimizer(Kernel& kernel, Solver& solver, FormulaId query, Model model)
      : f_(kernel.formulas),
        solver_(solver),
        query_(query),
        model_(std::move(model)),
        reserve_(solver.budget().left() / 2) {}

  void minimize(VarId var, int64_t least) {
    if (!solved_ || solver_.budget().left() < reserve_) return;
    int64_t high = model_.value(var);
    int64_t low = least;
    while (low < high) {
      int64_t middle = low + (high - low) / 2;
      if (attempt(f_.at_most(variable_term(var), constant_term(middle)))) {
        high = std::min(middle, model_.value(var));
      } else {
        low = middle + 1;
      }
      if (!solved_) return;
    }
    query_ = f_.both(query_, f_.zero(plus(variable_term(var), -high)));
  }
  const Model& model() const { return model_; }

 private:
  bool attempt(FormulaId more) {
    Verdict verdict = solver_.check_briefly(f_.both(query_, more));
    if (verdict.answer == Answer::sat) model_ = std::move(verdict.model);
    if (verdict.answer == Answer::unknown) solved_ = false;
    return verdict.answer == Answer::sat;
  }

  Formulas& f_;
  Solver& solver_;
  FormulaId query_;
  Model model_;
  int64_t reserve_;  // of the budget: smaller numbers are nice, but replay and advice come after
  bool solved_ = true;
};

void minimize_outside(Kernel& k, Minimizer& minimizer, NodeId construct) {
  for (VarId var : k.params) minimizer.minimize(var, k.formulas.vars[var].kind == VarKind::size ? 1 : 0);
  for (NodeId loop : loops_above(k, construct, {})) minimizer.minimize(k.nodes[loop].var, 0);
}

// Names of variables for people: loops of the same name are distinguished by their line.
class Names {
 public:
  Names(const Kernel& kernel, const std::vector<NodeId>& loops) : k_(kernel) {
    for (VarId var : k_.params) ++count_[k_.formulas.vars[var].name];
    std::set<NodeId> distinct(loops.begin(), loops.end());
    for (NodeId loop : distinct) ++count_[k_.formulas.vars[k_.nodes[loop].var].name];
  }

  NamedValue param(VarId var, int64_t value) const {
    const Var& of = k_.formulas.vars[var];
    bool boolean = of.kind == VarKind::boolean;
    return {of.name, boolean ? (value != 0 ? "True" : "False") : fmt::format("{}", value)};
  }
  NamedValue loop(NodeId id, int64_t value) const {
    const Node& node = k_.nodes[id];
    std::string name = k_.formulas.vars[node.var].name;
    auto found = count_.find(name);
    if (found != count_.end() && found->second > 1) {
      name = fmt::format("{} of line {}", name, k_.place(node.frame, node.stmt->span).line);
    }
    return {std::move(name), fmt::format("{}", value)};
  }

 private:
  const Kernel& k_;
  std::map<std::string, int> count_;
};

std::vector<NamedValue> outside_values(const Kernel& k, const Names& names, const Model& model,
                                       NodeId construct) {
  std::vector<NamedValue> values;
  for (VarId var : k.params) values.push_back(names.param(var, model.value(var)));
  for (NodeId loop : loops_above(k, construct, {})) {
    values.push_back(names.loop(loop, model.value(k.nodes[loop].var)));
  }
  return values;
}

std::vector<int64_t> thread_number(const Model& model, const ThreadVars& vars) {
  std::vector<int64_t> numbers;
  for (VarId var : vars) numbers.push_back(model.value(var));
  return numbers;
}

RunInputs inputs_of(const Kernel& k, const Model& model) {
  RunInputs inputs;
  for (VarId var : k.arguments) inputs.args.push_back(var.valid() ? model.value(var) : 0);
  for (const auto& config : k.configs) inputs.configs[config.first] = model.value(config.second);
  for (VarId var : k.params) {
    const Var& info = k.formulas.vars[var];
    if (info.kind == VarKind::stride) inputs.strides[info.name] = model.value(var);
  }
  return inputs;
}

// The two threads of the construct run; a par or fork loop numbers them by one variable.
RunOptions options_of(const Kernel& k, const Model& model, NodeId construct, int64_t s, int64_t t,
                      const Budget& budget) {
  RunOptions options;
  options.step_limit = std::min(kMaxReplaySteps, budget.left() / 2 / kStepsOfReplayStep);
  for (NodeId loop : loops_above(k, construct, {})) {
    const Node& node = k.nodes[loop];
    options.pins[{node.stmt, path_of(k, node.frame)}] = model.value(node.var);
  }
  Watch watch;
  watch.construct = {k.nodes[construct].stmt, path_of(k, k.nodes[construct].frame)};
  watch.first_thread = s;
  watch.second_thread = t;
  options.watch = watch;
  return options;
}

// What is left when the interpreter would take too long: the values satisfy the query.
Replay holds(const Kernel& k, FormulaId query, const Model& model) {
  if (k.formulas[query].quantified) return Replay::too_large;
  bool holds = k.formulas.evaluate(query, [&](VarId var) { return model.value(var); });
  return holds ? Replay::too_large : Replay::refuted;
}

// The interpreter cannot know numbers of Python that nobody knows: what it does then proves nothing.
bool has_unknown(const Kernel& k) {
  for (VarId var(0); var.index() < k.formulas.vars.size(); ++var.value) {
    if (k.formulas.vars[var].is_unknown()) return true;
  }
  return !k.complete;
}

}  // namespace

RaceWitness make_witness(Kernel& k, Solver& solver, const Race& race) {
  solver.charge_to(race.construct.value);
  auto twin = [&](VarId var) {
    auto found = race.copies->find(var);
    return found == race.copies->end() ? var : found->second;
  };
  const Site& first = k.sites[race.first];
  const Site& second = k.sites[race.second];
  VarId thread = k.nodes[race.construct].var;
  std::vector<NodeId> first_loops = loops_above(k, first.node, race.construct);
  std::vector<NodeId> second_loops = loops_above(k, second.node, race.construct);
  Minimizer minimizer(k, solver, race.query, race.model);
  minimize_outside(k, minimizer, race.construct);
  minimizer.minimize(thread, 0);
  minimizer.minimize(twin(thread), 0);
  for (NodeId loop : first_loops) minimizer.minimize(k.nodes[loop].var, 0);
  for (NodeId loop : second_loops) minimizer.minimize(twin(k.nodes[loop].var), 0);
  const Model& model = minimizer.model();

  std::vector<NodeId> shown = loops_above(k, race.construct, {});
  shown.push_back(race.construct);
  shown.insert(shown.end(), first_loops.begin(), first_loops.end());
  shown.insert(shown.end(), second_loops.begin(), second_loops.end());
  Names names(k, shown);
  RaceWitness witness;
  witness.arguments = outside_values(k, names, model, race.construct);
  witness.first_thread = thread_number(model, {thread});
  witness.second_thread = thread_number(model, {twin(thread)});
  RunOptions options = options_of(k, model, race.construct, witness.first_thread[0], witness.second_thread[0],
                                  solver.budget());
  options.watch->first = {first.origin, path_of(k, first.frame)};
  options.watch->second = {second.origin, path_of(k, second.frame)};
  options.watch->only_pinned = !k.nodes[race.construct].has_barrier;
  for (NodeId loop : first_loops) {
    int64_t value = model.value(k.nodes[loop].var);
    witness.first_loops.push_back(names.loop(loop, value));
    options.watch->first_loops.push_back(value);
    options.watch->first_pins[{k.nodes[loop].stmt, path_of(k, k.nodes[loop].frame)}] = value;
  }
  for (NodeId loop : second_loops) {
    int64_t value = model.value(twin(k.nodes[loop].var));
    witness.second_loops.push_back(names.loop(loop, value));
    options.watch->second_loops.push_back(value);
    options.watch->second_pins[{k.nodes[loop].stmt, path_of(k, k.nodes[loop].frame)}] = value;
  }
  for (const Term& term : first.cell) {
    witness.cell.push_back(evaluate(term, k.formulas.vars, [&](VarId var) { return model.value(var); }));
  }
  RunResult result = run_proc(*k.proc, inputs_of(k, model), options);
  solver.budget().spend(result.steps * kStepsOfReplayStep);
  if (result.watched && result.watched->cell == witness.cell) {
    witness.replay = Replay::confirmed;
    witness.conflict = std::move(result.watched);
  } else {
    bool certain = result.finished && !has_unknown(k);
    witness.replay = certain ? Replay::refuted : holds(k, race.query, model);
  }
  return witness;
}

DivergenceWitness make_witness(Kernel& k, Solver& solver, const DivergentBarrier& barrier) {
  solver.charge_to(barrier.construct.value);
  VarId thread = k.nodes[barrier.construct].var;
  VarId other = barrier.second_thread[0];
  std::vector<NodeId> loops = loops_above(k, barrier.barrier, barrier.construct);
  Minimizer minimizer(k, solver, barrier.query, barrier.model);
  minimize_outside(k, minimizer, barrier.construct);
  minimizer.minimize(thread, 0);
  minimizer.minimize(other, 0);
  for (NodeId loop : loops) minimizer.minimize(k.nodes[loop].var, 0);
  const Model& model = minimizer.model();
  std::vector<NodeId> shown = loops_above(k, barrier.construct, {});
  shown.push_back(barrier.construct);
  shown.insert(shown.end(), loops.begin(), loops.end());
  Names names(k, shown);
  DivergenceWitness witness;
  witness.arguments = outside_values(k, names, model, barrier.construct);
  witness.first_thread = thread_number(model, {thread});
  witness.second_thread = thread_number(model, barrier.second_thread);
  for (NodeId loop : loops) witness.loops.push_back(names.loop(loop, model.value(k.nodes[loop].var)));
  RunOptions options = options_of(k, model, barrier.construct, witness.first_thread[0],
                                  witness.second_thread[0], solver.budget());
  RunResult result = run_proc(*k.proc, inputs_of(k, model), options);
  solver.budget().spend(result.steps * kStepsOfReplayStep);
  if (!result.divergences.empty()) {
    witness.replay = Replay::confirmed;
  } else {
    bool certain = result.finished && !has_unknown(k);
    witness.replay = certain ? Replay::refuted : holds(k, barrier.query, model);
  }
  return witness;
}

}  // namespace dh::exo
