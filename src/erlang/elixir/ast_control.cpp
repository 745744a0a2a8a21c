// Blocks, matches, and what chooses between clauses.
#include "erlang/elixir/ast_reader.h"

namespace dh::erlang {
namespace {

bool is_node(const AstReader& r, const Term& term, AstTag tag) {
  return term.is_tuple(3) && r.tags.of(term.items()[0]) == tag;
}

// `_ = for ...`: the `for`.
const Term* ignored_for(AstReader& r, const Term& term, std::vector<Term>& parts) {
  if (is_node(r, term, AstTag::for_expr)) return &term;
  if (!is_node(r, term, AstTag::match)) return nullptr;
  parts = r.items(term.items()[2]);
  if (parts.size() != 2 || !is_node(r, parts[0], AstTag::underscore)) return nullptr;
  return is_node(r, parts[1], AstTag::for_expr) ? &parts[1] : nullptr;
}

void read_block_items(AstReader& r, const Term& list, TreePlace at, ExprList& out) {
  std::vector<Term> items = r.items(list);
  for (size_t i = 0; i < items.size() && !r.failed(); ++i) {
    const Term& item = items[i];
    std::vector<Term> parts;
    if (i + 1 == items.size()) {
      out.push_back(read_ast(r, item, at));
    } else if (is_node(r, item, AstTag::block) && r.depth < kMaxNesting) {
      ++r.depth;
      read_block_items(r, item.items()[2], r.place(item.items()[1], at), out);
      --r.depth;
    } else if (const Term* loop = ignored_for(r, item, parts)) {
      out.push_back(read_for(r, loop->items()[2], false, r.place(loop->items()[1], at)));
    } else {
      out.push_back(read_ast(r, item, at));
    }
  }
}

ClauseHead of_pattern(const Expr* pattern) {
  return ClauseHead{{pattern}, {}};
}

// X when X /= nil andalso X /= false
ClauseHead truthy_head(AstReader& r, TreePlace at) {
  const Expr* value = r.fresh_variable(at);
  auto differs = [&](std::string_view atom) {
    return r.operation(Op::not_equal, value, r.atom(atom, at), at);
  };
  const Expr* guard = r.operation(Op::and_also, differs("nil"), differs("false"), at);
  return ClauseHead{{value}, {r.builder.exprs({guard})}};
}

// `x = condition -> x`: the condition alone, if it gives a boolean.
const Term* returned_condition(AstReader& r, const Term& test, const Term& body, std::vector<Term>& parts) {
  if (!is_node(r, test, AstTag::match) || !body.is_tuple(3)) return nullptr;
  parts = r.items(test.items()[2]);
  if (parts.size() != 2 || !parts[0].is_tuple(3)) return nullptr;
  std::span<const Term> a = parts[0].items(), b = body.items();
  bool same = a[0].is(TermKind::atom) && b[0].atom() == a[0].atom() && a[2].is(TermKind::atom) &&
              b[2].is(TermKind::atom) && a[2].atom() == b[2].atom();
  return same && returns_boolean(r, parts[1]) ? &parts[1] : nullptr;
}

const Expr* cond_case(AstReader& r, const Term& clause, const Expr* otherwise, TreePlace around) {
  std::vector<Term> parts = arrow_parts(r, clause);
  if (parts.empty()) return r.bad("expected a clause");
  TreePlace at = r.place(clause.items()[1], around);
  std::vector<Term> tests = r.items(parts[0]);
  if (tests.size() != 1) return r.bad("expected a condition");
  std::vector<Term> match;
  const Term* condition = returned_condition(r, tests[0], parts[1], match);
  bool is_boolean = condition != nullptr || returns_boolean(r, tests[0]);
  const Expr* subject = read_ast(r, condition != nullptr ? *condition : tests[0], at);
  ClauseHead yes = is_boolean ? of_pattern(r.atom("true", at)) : truthy_head(r, at);
  const Expr* body = condition != nullptr ? r.atom("true", at) : read_ast(r, parts[1], at);
  const Expr* no = is_boolean ? r.atom("false", at) : r.underscore(at);
  return make_case(
      r, subject,
      {make_clause(r, yes, body_of(r, body), at), make_clause(r, of_pattern(no), body_of(r, otherwise), at)},
      at);
}

}  // namespace

const Expr* make_case(AstReader& r, const Expr* subject, const std::vector<Clause>& clauses, TreePlace at) {
  return r.builder.control(ExprKind::case_expr, at, {&subject, 1}, {r.builder.clauses(clauses), {}, {}});
}

const Expr* read_block(AstReader& r, const Term& list, TreePlace at) {
  ExprList body;
  read_block_items(r, list, at, body);
  return r.builder.node(ExprKind::block, at, body);
}

const Expr* read_match(AstReader& r, const Term& left, const Term& right, TreePlace at) {
  const Expr* value = read_ast(r, right, at);
  if (r.context == AstContext::match)
    return r.builder.infix(ExprKind::match, at, {read_ast(r, left, at), value});
  ClauseHead head = read_head(r, {&left, 1}, {}, at, AstPins::in_pattern);
  const Expr* match = r.builder.infix(ExprKind::match, at, {head.patterns[0], value});
  if (head.guards.empty()) return match;
  // %name{} = x: the name must be an atom.
  const Expr* result = r.fresh_variable(at);
  const Expr* reason = r.builder.node(ExprKind::tuple, at, {r.atom("badmatch", at), result});
  ClauseHead holds{{}, head.guards};
  ClauseHead always{{}, {r.builder.exprs({r.atom("true", at)})}};
  const Expr* raise = r.remote("erlang", "error", {reason}, at);
  std::vector<Clause> clauses{make_clause(r, holds, r.builder.exprs({result}), at),
                              make_clause(r, always, r.builder.exprs({raise}), at)};
  const Expr* test = r.builder.control(ExprKind::if_expr, at, {}, {r.builder.clauses(clauses), {}, {}});
  const Expr* bound = r.builder.infix(ExprKind::match, at, {result, match});
  return r.builder.node(ExprKind::block, at, {bound, test});
}

const Expr* read_fn(AstReader& r, const Term& list, TreePlace at) {
  std::vector<Clause> clauses;
  for (const Term& item : r.items(list)) {
    std::vector<Term> parts = arrow_parts(r, item);
    if (parts.empty()) return r.bad("expected a clause");
    TreePlace place = r.place(item.items()[1], at);
    ClauseHead head = read_guarded_head(r, parts[0], place, AstPins::in_guard);
    clauses.push_back(make_clause(r, head, body_of(r, read_ast(r, parts[1], place)), place));
  }
  return r.builder.control(ExprKind::fun_expr, at, {}, {r.builder.clauses(clauses), {}, {}});
}

const Expr* read_case(AstReader& r, const Term& arguments, TreePlace at) {
  std::vector<Term> parts = r.items(arguments);
  if (parts.size() != 2) return r.bad("expected an expression and clauses");
  const Expr* subject = read_ast(r, parts[0], at);
  return make_case(r, subject, read_branches(r, r.keyword(parts[1], AstTag::do_part), at), at);
}

// One case in the other, from the last to the first.
const Expr* read_cond(AstReader& r, const Term& arguments, TreePlace at) {
  std::vector<Term> options = r.items(arguments);
  const Term* list = options.size() == 1 ? r.keyword(options[0], AstTag::do_part) : nullptr;
  if (list == nullptr) return r.bad("expected clauses");
  std::vector<Term> clauses = r.items(*list);
  const Expr* result = r.remote("erlang", "error", {r.atom("cond_clause", at)}, at);
  for (size_t i = clauses.size(); i > 0 && !r.failed(); --i) {
    result = cond_case(r, clauses[i - 1], result, at);
    if (r.builder.too_deep()) return r.bad("cond has too many clauses");
  }
  return result;
}

const Expr* read_receive(AstReader& r, const Term& arguments, TreePlace at) {
  std::vector<Term> options = r.items(arguments);
  if (options.size() != 1) return r.bad("expected clauses");
  Clauses clauses = r.builder.clauses(read_branches(r, r.keyword(options[0], AstTag::do_part), at));
  const Term* after = r.keyword(options[0], AstTag::after);
  if (after == nullptr) return r.builder.control(ExprKind::receive_expr, at, {}, {clauses, {}, {}});
  std::vector<Term> timeouts = r.items(*after);
  std::vector<Term> parts = timeouts.size() == 1 ? arrow_parts(r, timeouts[0]) : std::vector<Term>();
  std::vector<Term> timeout = parts.empty() ? std::vector<Term>() : r.items(parts[0]);
  if (timeout.size() != 1) return r.bad("expected a timeout");
  TreePlace place = r.place(timeouts[0].items()[1], at);
  const Expr* milliseconds = read_ast(r, timeout[0], place);
  Exprs body = body_of(r, read_ast(r, parts[1], place));
  return r.builder.control(ExprKind::receive_expr, at, {&milliseconds, 1}, {clauses, {}, body});
}

}  // namespace dh::erlang
