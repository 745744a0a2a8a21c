#include "exo/races/concurrency.h"

#include <algorithm>

#include "exo/solver/quantifier.h"

namespace dh::exo {

std::vector<ThreadAxis> thread_axes(const Kernel& kernel, NodeId construct) {
  const Node& loop = kernel.nodes[construct];
  return {{loop.var, loop.low, loop.high}};
}

FormulaId thread_precedes(Formulas& f, const ThreadVars& a, const ThreadVars& b) {
  // Lexicographic, from the innermost number outwards.
  FormulaId result = f.no();
  for (size_t i = a.size(); i-- > 0;) {
    Term x = variable_term(a[i]);
    Term y = variable_term(b[i]);
    result = f.either(f.less(x, y), f.both(f.equal(x, y), result));
  }
  return result;
}

Concurrency::Concurrency(Kernel& kernel, NodeId construct, const Stmt* ignored, const Gap* extra)
    : k_(kernel),
      f_(kernel.formulas),
      construct_(construct),
      ignored_(ignored),
      extra_(extra),
      synchronises_(kernel.nodes[construct].is_fork() &&
                    (kernel.nodes[construct].has_barrier || extra != nullptr)),
      renaming_(kernel.formulas.vars),
      thread_only_(kernel.formulas.vars) {
  if (extra_ != nullptr) {
    for (NodeId at = extra_->parent; at.valid() && at != construct_; at = k_.nodes[at].parent)
      extra_path_.push_back(at);
  }
  auto copy = [&](VarId var) {
    VarId twin = f_.vars.add(f_.vars[var].kind, f_.vars[var].name, var);
    copies_[var] = twin;
    renaming_.set(var, variable_term(twin));
    return twin;
  };
  for (const ThreadAxis& axis : thread_axes(k_, construct_)) {
    first_thread_.push_back(axis.var);
    second_thread_.push_back(copy(axis.var));
    thread_only_.set(axis.var, variable_term(second_thread_.back()));
  }
  std::vector<NodeId> open = k_.nodes[construct_].body;
  while (!open.empty()) {
    const Node& node = k_.nodes[open.back()];
    open.pop_back();
    if (node.kind == NodeKind::loop) copy(node.var);
    open.insert(open.end(), node.body.begin(), node.body.end());
    open.insert(open.end(), node.orelse.begin(), node.orelse.end());
  }
  for (size_t i = 0, count = f_.vars.size(); i < count; ++i) {
    VarId var(static_cast<uint32_t>(i));
    if (f_.vars[var].kind == VarKind::unknown && !f_.vars[var].original.valid()) {
      thread_only_.set(var, variable_term(copy(var)));
    }
  }
}

FormulaId Concurrency::second(FormulaId formula) {
  auto found = renamed_.find(formula);
  if (found != renamed_.end()) return found->second;
  return renamed_[formula] = f_.substitute(formula, renaming_);
}

FormulaId Concurrency::threads_differ(bool ordered) {
  FormulaId before = thread_precedes(f_, first_thread_, second_thread_);
  return ordered ? before : f_.either(before, thread_precedes(f_, second_thread_, first_thread_));
}

FormulaId Concurrency::threads_exist() {
  if (exist_.valid()) return exist_;
  std::vector<FormulaId> parts = {k_.assumptions};
  NodeId below = construct_;
  for (NodeId at = k_.nodes[construct_].parent; at.valid(); below = at, at = k_.nodes[at].parent) {
    const Node& node = k_.nodes[at];
    if (node.kind == NodeKind::branch) {
      parts.push_back(k_.nodes[below].in_orelse ? f_.negate(node.condition) : node.condition);
    } else {
      Term v = variable_term(node.var);
      parts.push_back(f_.at_most(node.low, v));
      parts.push_back(f_.less(v, node.high));
    }
  }
  std::vector<ThreadAxis> axes = thread_axes(k_, construct_);
  for (const ThreadVars* thread : {&first_thread_, &second_thread_}) {
    for (size_t i = 0; i < axes.size(); ++i) {
      Term v = variable_term((*thread)[i]);
      parts.push_back(f_.at_most(axes[i].low, v));
      parts.push_back(f_.less(v, axes[i].high));
    }
  }
  return exist_ = f_.all(std::move(parts));
}

FormulaId Concurrency::guard(NodeId id) {
  const Node& node = k_.nodes[id];
  if (node.parent == construct_) return f_.yes();
  auto found = guards_.find(id);
  if (found != guards_.end()) return found->second;
  FormulaId outer = guard(node.parent);
  const Node& parent = k_.nodes[node.parent];
  FormulaId own;
  if (parent.kind == NodeKind::branch) {
    own = node.in_orelse ? f_.negate(parent.condition) : parent.condition;
  } else {
    Term v = variable_term(parent.var);
    own = f_.both(f_.at_most(parent.low, v), f_.less(v, parent.high));
  }
  return guards_[id] = f_.both(outer, own);
}

// --- where barriers are ----------------------------------------------------------------------------------

bool Concurrency::barriers_in(NodeId node) const {
  if (k_.nodes[node].has_barrier) return true;
  return std::find(extra_path_.begin(), extra_path_.end(), node) != extra_path_.end();
}

bool Concurrency::extra_in(NodeId parent, bool in_orelse, size_t from, size_t to) const {
  return extra_ != nullptr && extra_->parent == parent && extra_->in_orelse == in_orelse &&
         extra_->position >= from && extra_->position <= to;
}

const std::vector<NodeId>& Concurrency::list(NodeId parent, bool in_orelse) const {
  return in_orelse ? k_.nodes[parent].orelse : k_.nodes[parent].body;
}

// Nodes [from, to) of a list, and the gaps from before `from` to before `to`.
FormulaId Concurrency::none_in_list(const std::vector<NodeId>& nodes, size_t from, size_t to, NodeId parent,
                                    bool in_orelse) {
  if (extra_in(parent, in_orelse, from, to)) return f_.no();
  std::vector<FormulaId> parts;
  for (size_t i = from; i < to; ++i) {
    FormulaId one = none_in(nodes[i]);
    if (one == f_.no()) return one;
    parts.push_back(one);
  }
  return f_.all(std::move(parts));
}

FormulaId Concurrency::none_in(NodeId id) {
  if (!barriers_in(id)) return f_.yes();
  auto found = none_.find(id);
  if (found != none_.end()) return found->second;
  const Node& node = k_.nodes[id];
  FormulaId result = f_.yes();
  switch (node.kind) {
    case NodeKind::leaf:
      break;
    case NodeKind::barrier:
      result = f_.truth(node.stmt == ignored_);
      break;
    case NodeKind::loop:
      result = none_in_range(id, node.low, node.high);
      break;
    case NodeKind::branch: {
      FormulaId condition = node.condition;
      FormulaId in_body = none_in_list(node.body, 0, node.body.size(), id, false);
      FormulaId in_orelse = none_in_list(k_.nodes[id].orelse, 0, k_.nodes[id].orelse.size(), id, true);
      result = f_.both(f_.either(f_.negate(condition), in_body), f_.either(condition, in_orelse));
      break;
    }
  }
  return none_[id] = result;
}

// Iterations [low, high) of a loop.
FormulaId Concurrency::none_in_range(NodeId loop, const Term& low, const Term& high) {
  auto found = bodies_.find(loop);
  if (found == bodies_.end()) {
    const Node& node = k_.nodes[loop];
    FormulaId body = none_in_list(node.body, 0, node.body.size(), loop, false);
    // The loop's own variable may be in the ends: the quantified one is another.
    VarId iteration = f_.vars.add(VarKind::bound, f_.vars[node.var].name);
    Substitution rename(f_.vars);
    rename.set(node.var, variable_term(iteration));
    found = bodies_.emplace(loop, LoopBody{iteration, f_.substitute(body, rename)}).first;
  }
  LoopBody body = found->second;
  return for_all_in_range(f_, body.iteration, low, high, body.none);
}

// --- along the paths -------------------------------------------------------------------------------------

std::vector<NodeId> Concurrency::path(NodeId node) const {
  std::vector<NodeId> result;
  for (NodeId at = node; at != construct_; at = k_.nodes[at].parent) result.push_back(at);
  std::reverse(result.begin(), result.end());
  return result;
}

// What the thread runs inside path[level], after path's end.
FormulaId Concurrency::after(const std::vector<NodeId>& path, size_t level) {
  if (level + 1 >= path.size() || !barriers_in(path[level])) return f_.yes();
  const Node& next = k_.nodes[path[level + 1]];
  const std::vector<NodeId>& nodes = list(path[level], next.in_orelse);
  FormulaId rest = f_.both(after(path, level + 1),
                           none_in_list(nodes, next.position + 1, nodes.size(), path[level], next.in_orelse));
  const Node& node = k_.nodes[path[level]];
  if (rest == f_.no() || node.kind != NodeKind::loop) return rest;
  Term following = plus(variable_term(node.var), 1);
  Term high = node.high;
  return f_.both(rest, none_in_range(path[level], following, high));
}

// What the thread runs inside path[level], before path's end.
FormulaId Concurrency::before(const std::vector<NodeId>& path, size_t level) {
  if (level + 1 >= path.size() || !barriers_in(path[level])) return f_.yes();
  const Node& next = k_.nodes[path[level + 1]];
  FormulaId rest = f_.both(before(path, level + 1), none_in_list(list(path[level], next.in_orelse), 0,
                                                                 next.position, path[level], next.in_orelse));
  const Node& node = k_.nodes[path[level]];
  if (rest == f_.no() || node.kind != NodeKind::loop) return rest;
  Term low = node.low;
  Term own = variable_term(node.var);
  return f_.both(rest, none_in_range(path[level], low, own));
}

FormulaId Concurrency::concurrent(NodeId a, NodeId b) {
  if (!synchronises_) return f_.yes();
  return same_list(path(a), path(b), 0);
}

// a[level] and b[level] are in one list (or in the two lists of one branch), and run in the same iteration.
FormulaId Concurrency::same_list(const std::vector<NodeId>& a, const std::vector<NodeId>& b, size_t level) {
  if (a[level] == b[level]) return within(a, b, level);
  const Node& na = k_.nodes[a[level]];
  const Node& nb = k_.nodes[b[level]];
  bool a_first = na.in_orelse == nb.in_orelse ? na.position < nb.position : !na.in_orelse;
  const std::vector<NodeId>& early = a_first ? a : b;
  const std::vector<NodeId>& late = a_first ? b : a;
  const Node& first = a_first ? na : nb;
  const Node& last = a_first ? nb : na;
  NodeId parent = na.parent;
  FormulaId between_early;
  FormulaId between_late = f_.yes();
  if (na.in_orelse == nb.in_orelse) {
    between_early =
        none_in_list(list(parent, na.in_orelse), first.position + 1, last.position, parent, na.in_orelse);
  } else {
    const std::vector<NodeId>& body = list(parent, false);
    between_early = none_in_list(body, first.position + 1, body.size(), parent, false);
    between_late = none_in_list(list(parent, true), 0, last.position, parent, true);
  }
  if (between_early == f_.no() || between_late == f_.no()) return f_.no();
  FormulaId of_early = f_.both(after(early, level), between_early);
  FormulaId of_late = f_.both(between_late, before(late, level));
  return a_first ? f_.both(of_early, second(of_late)) : f_.both(second(of_early), of_late);
}

// Both are inside the node a[level] == b[level].
FormulaId Concurrency::within(const std::vector<NodeId>& a, const std::vector<NodeId>& b, size_t level) {
  NodeId id = a[level];
  if (!barriers_in(id) || level + 1 >= a.size() || level + 1 >= b.size()) return f_.yes();
  FormulaId same = same_list(a, b, level + 1);
  if (k_.nodes[id].kind != NodeKind::loop) return same;
  Term va = variable_term(k_.nodes[id].var);
  Term vb = second(va);
  return f_.any({f_.both(f_.equal(va, vb), same), ordered_iterations(a, b, level, true),
                 ordered_iterations(a, b, level, false)});
}

FormulaId Concurrency::ordered_iterations(const std::vector<NodeId>& a, const std::vector<NodeId>& b,
                                          size_t level, bool a_first) {
  const std::vector<NodeId>& early = a_first ? a : b;
  const std::vector<NodeId>& late = a_first ? b : a;
  NodeId loop = a[level];
  const Node& first = k_.nodes[early[level + 1]];
  const Node& last = k_.nodes[late[level + 1]];
  const std::vector<NodeId>& nodes = list(loop, false);
  FormulaId of_early =
      f_.both(after(early, level + 1), none_in_list(nodes, first.position + 1, nodes.size(), loop, false));
  FormulaId of_late = f_.both(before(late, level + 1), none_in_list(nodes, 0, last.position, loop, false));
  if (of_early == f_.no() || of_late == f_.no()) return f_.no();
  Term va = variable_term(k_.nodes[loop].var);
  Term vb = second(va);
  const Term& low = a_first ? va : vb;
  const Term& high = a_first ? vb : va;
  FormulaId whole = none_in_range(loop, plus(low, 1), high);
  FormulaId ordered = f_.less(low, high);
  FormulaId ends = a_first ? f_.both(of_early, second(of_late)) : f_.both(second(of_early), of_late);
  return f_.all({ordered, whole, ends});
}

}  // namespace dh::exo
