#include "erlang/beam/form_reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/utf8.h"
#include "erlang/term/term_list.h"

namespace dh::erlang {

const Expr* FormReader::bad(std::string_view what) {
  if (error_.empty()) error_ = what;
  return builder_.leaf(ExprKind::list, {});
}

FormTag FormReader::tag(const Term& term) const {
  if (!term.is(TermKind::tuple) || term.count == 0) return FormTag::unknown;
  return tags_.of(term.items()[0].atom());
}

std::vector<Term> FormReader::items(const Term& list) {
  std::vector<Term> result;
  if (!append_elements(list, result)) bad("expected a list");
  return result;
}

std::string FormReader::text(const Term& characters) {
  std::string result;
  for (const Term& c : items(characters)) {
    if (c.is(TermKind::integer) && c.integer >= 0 && c.integer <= 0x10ffff) {
      utf8_append(result, static_cast<uint32_t>(c.integer));
    } else {
      bad("a string contains something other than characters");
    }
  }
  return result;
}

// Line, {Line, Column}, or a list of pairs of which {location, L} is one.
TreePlace FormReader::place(const Term& anno) const {
  TreePlace result;
  result.file = file_;
  const Term* location = &anno;
  for (const Term& item : anno.items()) {
    if (anno.is(TermKind::list) && item.is_tuple(2) && tag(item) == FormTag::location)
      location = &item.items()[1];
  }
  auto bounded = [](const Term& t, int64_t max) {
    return t.is(TermKind::integer) ? std::clamp<int64_t>(t.integer, 0, max) : 0;
  };
  if (location->is_tuple(2)) {
    result.line = static_cast<uint32_t>(bounded(location->items()[0], INT32_MAX));
    result.column = static_cast<uint16_t>(bounded(location->items()[1], UINT16_MAX));
  } else {
    result.line = static_cast<uint32_t>(bounded(*location, INT32_MAX));
  }
  return result;
}

std::vector<const Expr*> FormReader::exprs(const Term& list) {
  std::vector<const Expr*> result;
  for (const Term& item : items(list)) result.push_back(expr(item));
  return result;
}

const Expr* FormReader::expr(const Term& term) {
  if (failed()) return bad("");
  FormTag what = tag(term);
  if (what == FormTag::unknown || term.count < 2) return bad("an expression of an unknown kind");
  if (depth_ >= kMaxNesting) return bad(fmt::format("expressions are nested more than {} deep", kMaxNesting));
  ++depth_;
  TreePlace where = place(term.items()[1]);
  const Expr* result = data(what, where, term.items());
  if (result == nullptr) result = operation(what, where, term.items());
  if (result == nullptr) result = control(what, where, term.items());
  if (result == nullptr) result = function(what, where, term.items());
  --depth_;
  if (builder_.too_deep()) return bad(fmt::format("expressions are nested more than {} deep", kMaxNesting));
  return result != nullptr ? result : bad("an expression of an unknown kind");
}

const Expr* FormReader::literal(FormTag tag, TreePlace place, const Term& value) {
  switch (tag) {
    case FormTag::atom:
    case FormTag::var:
      if (!value.is(TermKind::atom)) return bad("expected a name");
      return builder_.leaf(tag == FormTag::atom ? ExprKind::atom : ExprKind::variable, place, value.atom());
    case FormTag::integer:
    case FormTag::character: {
      if (value.is(TermKind::big)) {
        return builder_.leaf(ExprKind::big_integer, place,
                             names_.intern(big_digits(value.bytes(), value.negative)));
      }
      if (!value.is(TermKind::integer)) return bad("expected a number");
      Expr* e = builder_.integer(place, value.integer);
      if (tag == FormTag::character) e->kind = ExprKind::character;
      return e;
    }
    case FormTag::floating: {
      if (!value.is(TermKind::floating)) return bad("expected a number");
      Expr* e = builder_.leaf(ExprKind::floating, place);
      e->floating = value.floating;
      return e;
    }
    default:
      return builder_.leaf(ExprKind::string, place, names_.intern(text(value)));
  }
}

// Literals and constructors; null for other kinds.
const Expr* FormReader::data(FormTag tag, TreePlace place, std::span<const Term> t) {
  switch (tag) {
    case FormTag::atom:
    case FormTag::integer:
    case FormTag::floating:
    case FormTag::character:
    case FormTag::string:
    case FormTag::var:
      return t.size() == 3 ? literal(tag, place, t[2]) : nullptr;
    case FormTag::nil:
      return builder_.leaf(ExprKind::list, place);
    case FormTag::tuple:
      return t.size() == 3 ? builder_.node(ExprKind::tuple, place, exprs(t[2])) : nullptr;
    case FormTag::cons:
      return t.size() == 4 ? cons(place, t[0]) : nullptr;
    case FormTag::bin:
      return t.size() == 3 ? builder_.node(ExprKind::binary, place, exprs(t[2])) : nullptr;
    case FormTag::bin_element:
      return t.size() == 5 ? segment(place, t) : nullptr;
    case FormTag::map: {
      if (t.size() == 3) return builder_.node(ExprKind::map, place, exprs(t[2]));
      if (t.size() != 4) return nullptr;
      std::vector<const Expr*> children{expr(t[2])};
      for (const Expr* field : exprs(t[3])) children.push_back(field);
      return builder_.infix(ExprKind::map_update, place, children);
    }
    case FormTag::map_field_assoc:
      return pair(ExprKind::map_field_assoc, place, t);
    case FormTag::map_field_exact:
      return pair(ExprKind::map_field_exact, place, t);
    case FormTag::record:
    case FormTag::record_field:
    case FormTag::record_index:
      return record(place, t);
    default:
      return nullptr;
  }
}

// Lists nest in their tails: a loop, so that long ones cost no stack. `first` is the tag of the first cell,
// the front of its tuple.
const Expr* FormReader::cons(TreePlace place, const Term& first) {
  std::vector<const Expr*> elements;
  const Term* cell = &first;
  for (;;) {
    elements.push_back(expr(cell[2]));
    const Term& tail = cell[3];
    if (failed()) return bad("");
    if (tag(tail) == FormTag::nil) return builder_.list(place, elements, nullptr);
    if (tag(tail) != FormTag::cons || tail.count != 4) return builder_.list(place, elements, expr(tail));
    cell = tail.items().data();
  }
}

const Expr* FormReader::segment(TreePlace place, std::span<const Term> t) {
  std::vector<const Expr*> children{expr(t[2])};
  if (tags_.of(t[3].atom()) != FormTag::default_value) children.push_back(expr(t[3]));
  return builder_.infix(ExprKind::segment, place, children, segment_types(t[4]));
}

Symbol FormReader::segment_types(const Term& types) {
  if (tags_.of(types.atom()) == FormTag::default_value) return Symbol();
  std::string joined;
  for (const Term& type : items(types)) {
    if (!joined.empty()) joined += '-';
    if (type.is(TermKind::atom)) {
      joined += names_.text(type.atom());
    } else if (type.is_tuple(2) && type.items()[0].is(TermKind::atom) &&
               type.items()[1].is(TermKind::integer)) {
      joined += fmt::format("{}:{}", names_.text(type.items()[0].atom()), type.items()[1].integer);
    } else {
      bad("a binary segment of an unknown type");
    }
  }
  return names_.intern(joined);
}

// record: {record, A, Name, Fields}, {record, A, Expr, Name, Fields}; record_field: {record_field, A, Field,
// Value} in those, {record_field, A, Expr, Name, Field} for an access; {record_index, A, Name, Field}.
const Expr* FormReader::record(TreePlace place, std::span<const Term> t) {
  FormTag what = tags_.of(t[0].atom());
  if (what == FormTag::record_index) {
    if (t.size() != 4) return nullptr;
    return builder_.node(ExprKind::record_index, place, {expr(t[3])}, t[2].atom());
  }
  if (what == FormTag::record_field) {
    if (t.size() == 4) return builder_.node(ExprKind::record_field, place, {expr(t[2]), expr(t[3])});
    if (t.size() != 5) return nullptr;
    return builder_.infix(ExprKind::record_access, place, {expr(t[2]), expr(t[4])}, t[3].atom());
  }
  if (t.size() == 4) return builder_.node(ExprKind::record, place, exprs(t[3]), t[2].atom());
  if (t.size() != 5) return nullptr;
  std::vector<const Expr*> children{expr(t[2])};
  for (const Expr* field : exprs(t[4])) children.push_back(field);
  return builder_.infix(ExprKind::record_update, place, children, t[3].atom());
}

const Expr* FormReader::pair(ExprKind kind, TreePlace place, std::span<const Term> t) {
  if (t.size() != 4) return nullptr;
  return builder_.infix(kind, place, {expr(t[2]), expr(t[3])});
}

const Expr* FormReader::operation(FormTag tag, TreePlace place, std::span<const Term> t) {
  switch (tag) {
    case FormTag::match:
      return pair(ExprKind::match, place, t);
    case FormTag::maybe_match:
      return pair(ExprKind::maybe_match, place, t);
    case FormTag::remote:
      return pair(ExprKind::remote, place, t);
    case FormTag::generate:
      return pair(ExprKind::generator, place, t);
    case FormTag::generate_strict:
      return pair(ExprKind::strict_generator, place, t);
    case FormTag::b_generate:
      return pair(ExprKind::binary_generator, place, t);
    case FormTag::b_generate_strict:
      return pair(ExprKind::strict_binary_generator, place, t);
    case FormTag::m_generate:
      return pair(ExprKind::map_generator, place, t);
    case FormTag::m_generate_strict:
      return pair(ExprKind::strict_map_generator, place, t);
    case FormTag::zip: {
      std::vector<const Expr*> generators = exprs(t.size() == 3 ? t[2] : Term());
      if (generators.empty()) return nullptr;
      return builder_.infix(ExprKind::zip_generator, place, generators);
    }
    case FormTag::op: {
      if (t.size() < 4 || t.size() > 5 || !t[2].is(TermKind::atom)) return nullptr;
      std::optional<Op> op = op_by_name(names_.text(t[2].atom()));
      if (!op) return bad("an unknown operator");
      Expr* e = t.size() == 4 ? builder_.node(ExprKind::unary_op, place, {expr(t[3])})
                              : builder_.infix(ExprKind::binary_op, place, {expr(t[3]), expr(t[4])});
      e->op = *op;
      return e;
    }
    case FormTag::call: {
      if (t.size() != 4) return nullptr;
      std::vector<const Expr*> children{expr(t[2])};
      for (const Expr* argument : exprs(t[3])) children.push_back(argument);
      return builder_.infix(ExprKind::call, place, children);
    }
    default:
      return nullptr;
  }
}

const Expr* FormReader::control(FormTag tag, TreePlace place, std::span<const Term> t) {
  switch (tag) {
    case FormTag::catch_expr:
      return t.size() == 3 ? builder_.node(ExprKind::catch_expr, place, {expr(t[2])}) : nullptr;
    case FormTag::block:
      return t.size() == 3 ? builder_.node(ExprKind::block, place, exprs(t[2])) : nullptr;
    case FormTag::if_expr:
      if (t.size() != 3) return nullptr;
      return builder_.control(ExprKind::if_expr, place, {}, {branches(t[2]), {}, {}});
    case FormTag::case_expr: {
      if (t.size() != 4) return nullptr;
      const Expr* subject = expr(t[2]);
      return builder_.control(ExprKind::case_expr, place, {&subject, 1}, {branches(t[3]), {}, {}});
    }
    case FormTag::receive_expr: {
      if (t.size() == 3) {
        return builder_.control(ExprKind::receive_expr, place, {}, {branches(t[2]), {}, {}});
      }
      if (t.size() != 5) return nullptr;
      const Expr* timeout = expr(t[3]);
      return builder_.control(ExprKind::receive_expr, place, {&timeout, 1},
                              {branches(t[2]), {}, builder_.exprs(exprs(t[4]))});
    }
    case FormTag::try_expr:
      if (t.size() != 6) return nullptr;
      return builder_.control(ExprKind::try_expr, place, exprs(t[2]),
                              {branches(t[3]), builder_.clauses(clauses(t[4], ClauseKind::handler)),
                               builder_.exprs(exprs(t[5]))});
    case FormTag::maybe_expr: {
      if (t.size() != 3 && t.size() != 4) return nullptr;
      std::vector<Clause> otherwise;
      if (t.size() == 4 && this->tag(t[3]) == FormTag::else_clauses && t[3].count == 3) {
        otherwise = clauses(t[3].items()[2], ClauseKind::branch);
      }
      return builder_.control(ExprKind::maybe_expr, place, exprs(t[2]),
                              {builder_.clauses(otherwise), {}, {}});
    }
    default:
      return nullptr;
  }
}

const Expr* FormReader::function(FormTag tag, TreePlace place, std::span<const Term> t) {
  switch (tag) {
    case FormTag::fun_expr:
      return t.size() == 3 && t[2].is(TermKind::tuple) ? fun_name(place, t[2].items()) : nullptr;
    case FormTag::named_fun:
      if (t.size() != 4) return nullptr;
      return builder_.control(ExprKind::named_fun, place, {},
                              {builder_.clauses(clauses(t[3], ClauseKind::function)), {}, {}}, t[2].atom());
    case FormTag::lc:
      return comprehension(ExprKind::list_comprehension, place, t);
    case FormTag::bc:
      return comprehension(ExprKind::binary_comprehension, place, t);
    case FormTag::mc:
      return comprehension(ExprKind::map_comprehension, place, t);
    default:
      return nullptr;
  }
}

// {clauses, Cs}, {function, Name, Arity}, {function, Module, Name, Arity}; before OTP 15 the last held plain
// atoms and a number, and parse transforms still make those.
const Expr* FormReader::fun_name(TreePlace place, std::span<const Term> t) {
  if (t.size() == 2) {
    return builder_.control(ExprKind::fun_expr, place, {},
                            {builder_.clauses(clauses(t[1], ClauseKind::function)), {}, {}});
  }
  if (t.size() == 3 && t[1].is(TermKind::atom) && t[2].is(TermKind::integer)) {
    Expr* e = builder_.leaf(ExprKind::fun_local, place, t[1].atom());
    e->integer = t[2].integer;
    return e;
  }
  if (t.size() != 4) return nullptr;
  return builder_.node(ExprKind::fun_remote, place,
                       {atom_or_expr(place, t[1]), atom_or_expr(place, t[2]), atom_or_expr(place, t[3])});
}

const Expr* FormReader::atom_or_expr(TreePlace place, const Term& term) {
  if (term.is(TermKind::atom)) return builder_.leaf(ExprKind::atom, place, term.atom());
  if (term.is(TermKind::integer)) return builder_.integer(place, term.integer);
  return expr(term);
}

const Expr* FormReader::comprehension(ExprKind kind, TreePlace place, std::span<const Term> t) {
  if (t.size() != 4) return nullptr;
  std::vector<const Expr*> children{expr(t[2])};
  for (const Expr* qualifier : exprs(t[3])) children.push_back(qualifier);
  return builder_.node(kind, place, children);
}

std::vector<Clause> FormReader::clauses(const Term& list, ClauseKind kind) {
  std::vector<Clause> result;
  for (const Term& item : items(list)) result.push_back(clause(item, kind));
  return result;
}

// {clause, A, Patterns, Guards, Body}
Clause FormReader::clause(const Term& term, ClauseKind kind) {
  Clause result;
  if (tag(term) != FormTag::clause || term.count != 5) {
    bad("expected a clause");
    return result;
  }
  result.place = place(term.items()[1]);
  std::vector<const Expr*> patterns = exprs(term.items()[2]);
  if (kind == ClauseKind::handler) {
    // One pattern {Class, Reason, Stack}.
    if (patterns.size() != 1 || !patterns[0]->is(ExprKind::tuple) || patterns[0]->children.size() != 3) {
      bad("expected a catch clause");
      return result;
    }
    patterns.assign(patterns[0]->children.begin(), patterns[0]->children.end());
    // An implicit stack trace has no place in the source.
    if (patterns[2]->is(ExprKind::variable) && names_.text(patterns[2]->name) == "_") {
      patterns[2] = builder_.leaf(ExprKind::variable, result.place, patterns[2]->name);
    }
  }
  result.patterns = builder_.exprs(patterns);
  std::vector<Exprs> guards;
  for (const Term& tests : items(term.items()[3])) guards.push_back(builder_.exprs(exprs(tests)));
  result.guards = builder_.guards(guards);
  result.body = builder_.exprs(exprs(term.items()[4]));
  if (kind != ClauseKind::function) result.place = clause_place(result.place, result.patterns, result.guards);
  return result;
}

}  // namespace dh::erlang
