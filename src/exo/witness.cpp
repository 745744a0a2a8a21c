#include "exo/witness.h"

#include <algorithm>

#include "exo/quantifier.h"

namespace dh::exo {

namespace {

constexpr int64_t kReplaySteps = 2'000'000;

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
      : f_(kernel.formulas), solver_(solver), query_(query), model_(std::move(model)) {}

  void minimize(VarId var, int64_t least) {
    if (!solved_) return;
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
    Verdict verdict = solver_.check_without_z3(f_.both(query_, more));
    if (verdict.answer == Answer::sat) model_ = std::move(verdict.model);
    if (verdict.answer == Answer::unknown) solved_ = false;
    return verdict.answer == Answer::sat;
  }

  Formulas& f_;
  Solver& solver_;
  FormulaId query_;
  Model model_;
  bool solved_ = true;
};

void minimize_outside(Kernel& k, Minimizer& minimizer, NodeId construct) {
  for (VarId var : k.params) minimizer.minimize(var, k.formulas.vars[var].kind == VarKind::size ? 1 : 0);
  for (NodeId loop : loops_above(k, construct, {})) minimizer.minimize(k.nodes[loop].var, 0);
}

std::vector<NamedValue> outside_values(const Kernel& k, const Model& model, NodeId construct) {
  std::vector<NamedValue> values;
  for (VarId var : k.params) values.push_back({k.formulas.vars[var].name, model.value(var)});
  for (NodeId loop : loops_above(k, construct, {})) {
    VarId var = k.nodes[loop].var;
    values.push_back({k.formulas.vars[var].name, model.value(var)});
  }
  return values;
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

RunOptions options_of(const Kernel& k, const Model& model, NodeId construct, int64_t s, int64_t t) {
  RunOptions options;
  options.step_limit = kReplaySteps;
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
  if (has_quantifier(k.formulas, query)) return Replay::too_large;
  bool holds = k.formulas.evaluate(query, [&](VarId var) { return model.value(var); });
  return holds ? Replay::too_large : Replay::refuted;
}

}  // namespace

RaceWitness make_witness(Kernel& k, Solver& solver, const Race& race) {
  auto twin = [&](VarId var) {
    auto found = race.copies->find(var);
    return found == race.copies->end() ? var : found->second;
  };
  const Site& first = k.sites[race.first];
  const Site& second = k.sites[race.second];
  VarId thread = k.nodes[race.construct].var;
  Minimizer minimizer(k, solver, race.query, race.model);
  minimize_outside(k, minimizer, race.construct);
  minimizer.minimize(thread, 0);
  minimizer.minimize(twin(thread), 0);
  for (NodeId loop : loops_above(k, first.node, race.construct)) minimizer.minimize(k.nodes[loop].var, 0);
  for (NodeId loop : loops_above(k, second.node, race.construct))
    minimizer.minimize(twin(k.nodes[loop].var), 0);
  const Model& model = minimizer.model();

  RaceWitness witness;
  witness.arguments = outside_values(k, model, race.construct);
  witness.first_thread = model.value(thread);
  witness.second_thread = model.value(twin(thread));
  RunOptions options = options_of(k, model, race.construct, witness.first_thread, witness.second_thread);
  options.watch->first = {first.origin, path_of(k, first.frame)};
  options.watch->second = {second.origin, path_of(k, second.frame)};
  for (NodeId loop : loops_above(k, first.node, race.construct)) {
    VarId var = k.nodes[loop].var;
    witness.first_loops.push_back({k.formulas.vars[var].name, model.value(var)});
    options.watch->first_loops.push_back(model.value(var));
  }
  for (NodeId loop : loops_above(k, second.node, race.construct)) {
    VarId var = k.nodes[loop].var;
    witness.second_loops.push_back({k.formulas.vars[var].name, model.value(twin(var))});
    options.watch->second_loops.push_back(model.value(twin(var)));
  }
  for (const Term& term : first.cell) {
    witness.cell.push_back(evaluate(term, k.formulas.vars, [&](VarId var) { return model.value(var); }));
  }
  RunResult result = run_proc(*k.proc, inputs_of(k, model), options);
  if (result.watched && result.watched->cell == witness.cell) {
    witness.replay = Replay::confirmed;
    witness.conflict = std::move(result.watched);
  } else {
    witness.replay = result.finished ? Replay::refuted : holds(k, race.query, model);
  }
  return witness;
}

DivergenceWitness make_witness(Kernel& k, Solver& solver, const DivergentBarrier& barrier) {
  VarId thread = k.nodes[barrier.construct].var;
  Minimizer minimizer(k, solver, barrier.query, barrier.model);
  minimize_outside(k, minimizer, barrier.construct);
  minimizer.minimize(thread, 0);
  minimizer.minimize(barrier.second_thread, 0);
  for (NodeId loop : loops_above(k, barrier.barrier, barrier.construct))
    minimizer.minimize(k.nodes[loop].var, 0);
  const Model& model = minimizer.model();
  DivergenceWitness witness;
  witness.arguments = outside_values(k, model, barrier.construct);
  witness.first_thread = model.value(thread);
  witness.second_thread = model.value(barrier.second_thread);
  for (NodeId loop : loops_above(k, barrier.barrier, barrier.construct)) {
    VarId var = k.nodes[loop].var;
    witness.loops.push_back({k.formulas.vars[var].name, model.value(var)});
  }
  RunOptions options = options_of(k, model, barrier.construct, witness.first_thread, witness.second_thread);
  RunResult result = run_proc(*k.proc, inputs_of(k, model), options);
  if (!result.divergences.empty()) {
    witness.replay = Replay::confirmed;
  } else {
    witness.replay = result.finished ? Replay::refuted : holds(k, barrier.query, model);
  }
  return witness;
}

}  // namespace dh::exo
