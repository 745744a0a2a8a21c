#include <algorithm>

#include "erlang/core/handler_guards.h"
#include "erlang/core/lower.h"

namespace dh::erlang::lowering {

// One clause of a branch: its patterns against the subjects, its guards, its body. `compared` is the
// comparison that the subject is, for clauses on true and false.
void Lowerer::clause(const Clause& c, std::span<const ValueId> subjects, bool shadow,
                     std::vector<ValueId>& deciders, std::vector<CoreClause>& out, ClauseVariables& variables,
                     const Expr* compared) {
  size_t mark = b_->bound.size();
  open_block();
  size_t first = b_->function->refinements.size();
  exact_ = true;
  Range head = shadow ? Range() : head_tests(c, subjects);
  for (size_t i = 0; i < c.patterns.size() && i < subjects.size(); ++i) {
    shape(*c.patterns[i], subjects[i]);
    pattern(*c.patterns[i], subjects[i], shadow);
  }
  if (compared != nullptr && c.patterns.size() == 1 && c.patterns[0]->is(ExprKind::atom)) {
    Symbol answer = c.patterns[0]->name;
    if (answer == names_.true_ || answer == names_.false_)
      guard_test(*compared, answer == names_.true_, subjects[0]);
  }
  bool any_value = exact_ && b_->function->refinements.size() == first;
  guards(c, deciders);
  Range tests;
  if (exact_ && b_->function->refinements.size() == first + 1) {
    tests = {static_cast<uint32_t>(first), 1};
  } else if (any_value) {
    tests = alternatives(c);
  }
  ValueId result = body(c.body);
  Range block = close_block();
  out.push_back({block, result, tests, head});
  for (size_t i = mark; i < b_->bound.size(); ++i) {
    Symbol name = b_->bound[i];
    variables.add(name, b_->variables.at(name));
  }
  undo_to(mark);
}

Range Lowerer::add_clauses(const std::vector<CoreClause>& clauses) {
  std::vector<CoreClause>& all = b_->function->clauses;
  Range r{static_cast<uint32_t>(all.size()), static_cast<uint32_t>(clauses.size())};
  all.insert(all.end(), clauses.begin(), clauses.end());
  return r;
}

// The value of a branch. Its operands after the clauses' results are what decided between them.
ValueId Lowerer::join(const std::vector<CoreClause>& clauses, std::span<const ValueId> deciders) {
  std::vector<ValueId> operands;
  for (const CoreClause& c : clauses) {
    if (c.result.valid() && std::find(operands.begin(), operands.end(), c.result) == operands.end()) {
      operands.push_back(c.result);
    }
  }
  if (operands.size() == 1) return operands[0];
  uint32_t results = static_cast<uint32_t>(operands.size());
  operands.insert(operands.end(), deciders.begin(), deciders.end());
  return add_value(ValueKind::phi, results, operands);
}

void Lowerer::export_variables(ClauseVariables& variables, std::span<const ValueId> deciders) {
  for (auto& [name, values] : variables.bound) {
    std::vector<CoreClause> as_clauses;
    for (ValueId v : values) as_clauses.push_back({Range(), v});
    if (!b_->variables.contains(name)) bind(name, join(as_clauses, deciders));
  }
}

// Of a tuple that is put together for the case, only the elements decide that a pattern looks at.
void Lowerer::decide_by(const Expr& e, ValueId subject, std::vector<ValueId>& deciders) {
  const CoreFunction& f = *b_->function;
  Value value = f.value(subject);
  auto binds = [&](const Expr& p) {
    return p.is(ExprKind::variable) && (p.name == names_.underscore || !b_->variables.contains(p.name));
  };
  std::vector<bool> tested(value.count, false);
  bool by_elements = e.child(0).is(ExprKind::tuple) && value.kind == ValueKind::tuple;
  for (const Clause& c : e.clauses()) {
    if (!by_elements || c.patterns.size() != 1) break;
    const Expr& p = *c.patterns[0];
    if (binds(p)) continue;
    by_elements = p.is(ExprKind::tuple) && p.children.size() == value.count;
    std::vector<Symbol> names;
    for (size_t i = 0; by_elements && i < value.count; ++i) {
      const Expr& element = p.child(i);
      if (!binds(element)) {
        tested[i] = true;
      } else if (element.name != names_.underscore) {
        names.push_back(element.name);
      }
    }
    std::sort(names.begin(), names.end());
    by_elements = by_elements && std::adjacent_find(names.begin(), names.end()) == names.end();
  }
  if (!by_elements) return deciders.push_back(subject);
  for (uint32_t i = 0; i < value.count; ++i) {
    if (tested[i]) deciders.push_back(f.operands[value.first + i]);
  }
  if (deciders.empty()) deciders.push_back(subject);
}

ValueId Lowerer::choice(const Expr& e) {
  std::vector<ValueId> subjects;
  std::vector<ValueId> deciders;
  const Expr* compared = nullptr;
  if (e.is(ExprKind::case_expr)) {
    subjects.push_back(expr(e.child(0)));
    decide_by(e, subjects[0], deciders);
    if (e.child(0).is(ExprKind::binary_op) || e.child(0).is(ExprKind::call)) compared = &e.child(0);
  }
  std::vector<CoreClause> out;
  ClauseVariables variables;
  for (const Clause& c : e.clauses()) clause(c, subjects, false, deciders, out, variables, compared);
  CoreFunction& f = *b_->function;
  Branch branch;
  branch.deciders = add_operands(deciders);
  branch.clauses = add_clauses(out);
  branch.result = join(out, deciders);
  f.branches.push_back(branch);
  add_statement(StatementKind::branch, f.branches.size() - 1);
  export_variables(variables, deciders);
  return branch.result;
}

ValueId Lowerer::receive(const Expr& e) {
  std::vector<ValueId> deciders;
  if (!e.children.empty()) expr(e.child(0));
  ValueId message = add_value(ValueKind::message, static_cast<uint32_t>(b_->function->branches.size()));
  deciders.push_back(message);
  std::vector<CoreClause> out;
  ClauseVariables variables;
  for (const Clause& c : e.clauses()) clause(c, std::span(&message, 1), false, deciders, out, variables);
  if (!e.children.empty()) {
    size_t mark = b_->bound.size();
    open_block();
    ValueId result = body(e.after());
    out.push_back({close_block(), result});
    undo_to(mark);
  }
  CoreFunction& f = *b_->function;
  Branch branch;
  branch.kind = BranchKind::receive;
  branch.deciders = add_operands(deciders);
  branch.clauses = add_clauses(out);
  branch.result = join(out, deciders);
  f.branches.push_back(branch);
  add_statement(StatementKind::branch, f.branches.size() - 1);
  export_variables(variables, deciders);
  return branch.result;
}

bool Lowerer::takes_badarg(Clauses handlers, bool by_name) const {
  for (const Clause& h : handlers) {
    if (h.patterns.size() < 2) continue;
    const Expr &kind = *h.patterns[0], &reason = *h.patterns[1];
    bool any_kind = kind.is(ExprKind::variable) || kind.is_atom(names_.error);
    GuardAnswer least = by_name ? GuardAnswer::yes_by_name : GuardAnswer::unknown;
    bool takes =
        reason.is_atom(names_.badarg) ||
        (reason.is(ExprKind::variable) && guards_hold(h, reason.name, names_.badarg, interner_) >= least);
    if (any_kind && takes) return true;
  }
  return false;
}

// Reasons of exits are terms of many forms: a clause that takes some counts as taking that there is no
// process.
bool Lowerer::takes_exit(Clauses handlers) const {
  return std::any_of(handlers.begin(), handlers.end(), [&](const Clause& h) {
    return h.patterns.size() >= 2 &&
           (h.patterns[0]->is(ExprKind::variable) || h.patterns[0]->is_atom(names_.exit));
  });
}

ValueId Lowerer::attempt(const Expr& e) {
  CoreFunction& f = *b_->function;
  Attempt attempt;
  size_t mark = b_->bound.size();
  int takes = takes_badarg(e.handlers(), false) ? 1 : 0, names = takes_badarg(e.handlers(), true) ? 1 : 0;
  int exits = takes_exit(e.handlers()) ? 1 : 0;
  b_->handlers += takes;
  b_->exit_handlers += exits;
  b_->badarg_handlers += names;
  open_block();
  ValueId value = body(e.children);
  attempt.body = close_block();
  b_->handlers -= takes;
  b_->exit_handlers -= exits;
  b_->badarg_handlers -= names;
  std::vector<CoreClause> out;
  std::vector<ValueId> deciders{value};
  ClauseVariables variables;
  for (const Clause& c : e.clauses()) clause(c, std::span(&value, 1), false, deciders, out, variables);
  undo_to(mark);
  attempt.clauses = add_clauses(out);
  attempt.deciders = add_operands(deciders);
  std::vector<CoreClause> handlers;
  std::vector<ValueId> ignored, all_caught;
  for (const Clause& h : e.handlers()) {
    std::vector<ValueId> caught;
    for (size_t i = 0; i < h.patterns.size(); ++i)
      caught.push_back(add_value(ValueKind::unknown, 0, deciders));
    all_caught.insert(all_caught.end(), caught.begin(), caught.end());
    clause(h, caught, false, ignored, handlers, variables);
  }
  attempt.handlers = add_clauses(handlers);
  attempt.caught = add_operands(all_caught);
  open_block();
  size_t after_mark = b_->bound.size();
  body(e.after());
  undo_to(after_mark);
  attempt.after = close_block();
  if (out.empty()) out.push_back({Range(), value});
  out.insert(out.end(), handlers.begin(), handlers.end());
  attempt.result = join(out, deciders);
  f.attempts.push_back(attempt);
  add_statement(StatementKind::attempt, f.attempts.size() - 1);
  return attempt.result;
}

// catch E: as try E catch _:R -> {'EXIT', R} end, except that what E binds stays bound.
ValueId Lowerer::catching(const Expr& e) {
  CoreFunction& f = *b_->function;
  Attempt attempt;
  ++b_->handlers;
  ++b_->exit_handlers;
  open_block();
  ValueId value = expr(e.child(0));
  attempt.body = close_block();
  --b_->handlers;
  --b_->exit_handlers;
  ValueId reason = add_value(ValueKind::unknown, 0, std::span(&value, 1));
  attempt.deciders = add_operands(std::span(&value, 1));
  attempt.handlers = add_clauses({{Range(), reason}});
  attempt.caught = add_operands(std::span(&reason, 1));
  std::vector<ValueId> operands{value, reason};
  attempt.result = add_value(ValueKind::phi, 2, operands);
  f.attempts.push_back(attempt);
  add_statement(StatementKind::attempt, f.attempts.size() - 1);
  return attempt.result;
}

// What comes after P ?= E happens only when it matched.
ValueId Lowerer::maybe_body(std::span<const Expr* const> exprs) {
  constexpr size_t kDeepest = 100;  // further ones are taken as plain matches
  std::vector<ValueId> deciders;
  ValueId last;
  for (const Expr* e : exprs) {
    if (!e->is(ExprKind::maybe_match) || deciders.size() >= kDeepest) {
      last = expr(*e);
      continue;
    }
    last = expr(e->child(1));
    deciders.push_back(last);
    open_block();
    pattern(e->child(0), last);
  }
  for (; !deciders.empty(); deciders.pop_back()) {
    CoreClause clause{close_block(), last};
    last = add_option(deciders.back(), clause);
  }
  return last;
}

ValueId Lowerer::maybe(const Expr& e) {
  CoreFunction& f = *b_->function;
  size_t mark = b_->bound.size();
  ValueId value = maybe_body(e.children);
  undo_to(mark);
  std::vector<CoreClause> out;
  std::vector<ValueId> deciders{value};
  ClauseVariables variables;
  ValueId failed = add_value(ValueKind::unknown, 0, std::span(&value, 1));
  for (const Clause& c : e.clauses()) clause(c, std::span(&failed, 1), false, deciders, out, variables);
  if (out.empty()) return value;
  out.push_back({Range(), value});  // no match failed
  Branch branch;
  branch.deciders = add_operands(deciders);
  branch.clauses = add_clauses(out);
  branch.result = join(out, deciders);
  f.branches.push_back(branch);
  add_statement(StatementKind::branch, f.branches.size() - 1);
  return branch.result;
}

// A clause that is skipped when the decider says so.
ValueId Lowerer::add_option(ValueId decider, const CoreClause& clause) {
  Branch branch;
  branch.kind = BranchKind::option;
  branch.deciders = add_operands(std::span(&decider, 1));
  branch.clauses = add_clauses({clause});
  std::vector<ValueId> operands{decider, clause.result};
  branch.result = add_value(ValueKind::phi, 2, operands);
  b_->function->branches.push_back(branch);
  add_statement(StatementKind::branch, b_->function->branches.size() - 1);
  return branch.result;
}

// The right side of andalso and orelse.
ValueId Lowerer::option(ValueId decider, const Expr& rest) {
  size_t mark = b_->bound.size();
  open_block();
  ValueId right = expr(rest);
  CoreClause clause{close_block(), right};
  undo_to(mark);
  return add_option(decider, clause);
}

}  // namespace dh::erlang::lowering
