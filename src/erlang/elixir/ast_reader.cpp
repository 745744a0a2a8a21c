#include "erlang/elixir/ast_reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/utf8.h"
#include "erlang/term/term_list.h"

namespace dh::erlang {

const Expr* AstReader::bad(std::string_view what) {
  if (error.empty()) error = what;
  return builder.leaf(ExprKind::list, {});
}

std::vector<Term> AstReader::items(const Term& list) {
  std::vector<Term> result;
  if (!append_elements(list, result)) bad("expected a list");
  return result;
}

const Term* AstReader::keyword(const Term& list, AstTag key) {
  for (const Term& item : list.items()) {
    if (list.is(TermKind::list) && item.is_tuple(2) && tags.of(item.items()[0]) == key)
      return &item.items()[1];
  }
  return nullptr;
}

TreePlace AstReader::place(const Term& meta, TreePlace around) {
  if (fixed_place) return around;
  const Term* line = keyword(meta, AstTag::line);
  if (line == nullptr || !line->is(TermKind::integer) || line->integer <= 0) return around;
  TreePlace result;
  result.file = around.file;
  result.line = static_cast<uint32_t>(std::min<int64_t>(line->integer, INT32_MAX));
  if (const Term* column = keyword(meta, AstTag::column); column != nullptr && column->is(TermKind::integer))
    result.column = static_cast<uint16_t>(std::clamp<int64_t>(column->integer, 0, UINT16_MAX));
  return result;
}

const Expr* AstReader::fresh_variable(TreePlace at) {
  return builder.leaf(ExprKind::variable, at, names.intern(fmt::format("_@{}", ++fresh_variables)));
}

const Expr* AstReader::operation(Op op, const Expr* left, const Expr* right, TreePlace at) {
  Expr* e = right == nullptr ? builder.node(ExprKind::unary_op, at, {left})
                             : builder.infix(ExprKind::binary_op, at, {left, right});
  e->op = op;
  return e;
}

const Expr* AstReader::remote(std::string_view module, std::string_view function, const ExprList& arguments,
                              TreePlace at) {
  ExprList children{builder.infix(ExprKind::remote, at, {atom(module, at), atom(function, at)})};
  children.insert(children.end(), arguments.begin(), arguments.end());
  return builder.infix(ExprKind::call, at, children);
}

namespace {

const Expr* read_list(AstReader& r, const Term& term, TreePlace at) {
  ExprList elements;
  const Expr* tail = nullptr;
  std::vector<Term> items = r.items(term);
  for (size_t i = 0; i < items.size(); ++i) {
    const Term& item = items[i];
    bool is_bar = i + 1 == items.size() && item.is_tuple(3) && r.tags.of(item.items()[0]) == AstTag::bar;
    if (!is_bar) {
      elements.push_back(read_ast(r, item, at));
      continue;
    }
    std::vector<Term> both = r.items(item.items()[2]);
    if (both.size() != 2) return r.bad("expected a head and a tail");
    elements.push_back(read_ast(r, both[0], at));
    tail = read_ast(r, both[1], at);
  }
  return r.builder.list(at, elements, tail);
}

const Expr* read_pinned(AstReader& r, const Term& term, TreePlace at) {
  if (!term.is_tuple(3)) return r.bad("expected a variable after ^");
  const Expr* variable = read_variable(r, term.items(), at);
  if (r.context != AstContext::match || r.pins != AstPins::in_guard) return variable;
  const Expr* compared = r.fresh_variable(at);
  r.extra_guards.insert(r.extra_guards.begin(), r.operation(Op::exactly_equal, variable, compared, at));
  return compared;
}

// A node {Name, Meta, Arguments} whose name means something; null for local calls.
const Expr* read_special(AstReader& r, AstTag tag, std::span<const Term> t, TreePlace at) {
  const Term& arguments = t[2];
  auto two = [&](auto&& read) -> const Expr* {
    std::vector<Term> both = r.items(arguments);
    return both.size() == 2 ? read(both[0], both[1]) : r.bad("expected two arguments");
  };
  auto one = [&](auto&& read) -> const Expr* {
    std::vector<Term> single = r.items(arguments);
    return single.size() == 1 ? read(single[0]) : r.bad("expected one argument");
  };
  switch (tag) {
    case AstTag::block:
      return read_block(r, arguments, at);
    case AstTag::match:
      return two([&](const Term& left, const Term& right) { return read_match(r, left, right, at); });
    case AstTag::tuple:
      return r.builder.node(ExprKind::tuple, at, read_asts(r, arguments, at));
    case AstTag::map:
      return read_map(r, arguments, at);
    case AstTag::structure:
      return two([&](const Term& name, const Term& map) { return read_struct(r, name, map, at); });
    case AstTag::bits:
      return read_bits(r, arguments, at);
    case AstTag::pin:
      return one([&](const Term& variable) { return read_pinned(r, variable, at); });
    case AstTag::capture:
      return one([&](const Term& what) { return read_capture(r, what, at); });
    case AstTag::fn:
      return read_fn(r, arguments, at);
    case AstTag::case_expr:
      return read_case(r, arguments, at);
    case AstTag::cond:
      return read_cond(r, arguments, at);
    case AstTag::receive:
      return read_receive(r, arguments, at);
    case AstTag::try_expr:
      return read_try(r, arguments, at);
    case AstTag::with:
      return read_with(r, arguments, at);
    case AstTag::for_expr:
      return read_for(r, arguments, true, at);
    case AstTag::super:
      return read_super_call(r, t, at);
    default:
      return nullptr;
  }
}

// {Name | {'.', ...}, Meta, Context | Arguments}
const Expr* read_node(AstReader& r, std::span<const Term> t, TreePlace around) {
  TreePlace at = r.place(t[1], around);
  if (t[0].is(TermKind::tuple)) return read_call(r, t, at);
  if (!t[0].is(TermKind::atom)) return r.bad("an expression of an unknown kind");
  if (t[2].is(TermKind::atom)) return read_variable(r, t, at);
  if (const Expr* special = read_special(r, r.tags.of(t[0]), t, at)) return special;
  return read_call(r, t, at);
}

bool is_meta(const Term& term) {
  return term.is(TermKind::list) || term.is(TermKind::nil);
}

const Expr* read_any(AstReader& r, const Term& term, TreePlace at) {
  switch (term.kind) {
    case TermKind::list:
    case TermKind::bytes:
      return read_list(r, term, at);
    case TermKind::tuple:
      if (term.count == 2) {
        return r.builder.node(ExprKind::tuple, at,
                              {read_ast(r, term.items()[0], at), read_ast(r, term.items()[1], at)});
      }
      if (term.count == 3 && is_meta(term.items()[1])) return read_node(r, term.items(), at);
      return read_literal(r, term, at);
    default:
      return read_literal(r, term, at);
  }
}

const Expr* read_binary_literal(AstReader& r, std::string_view bytes, TreePlace at) {
  if (bytes.empty()) return r.builder.node(ExprKind::binary, at, {});
  std::string text;  // characters of a string in a binary are its bytes
  for (char c : bytes) utf8_append(text, static_cast<uint8_t>(c));
  const Expr* string = r.builder.leaf(ExprKind::string, at, r.names.intern(text));
  return r.builder.node(ExprKind::binary, at, {r.builder.infix(ExprKind::segment, at, {string})});
}

}  // namespace

const Expr* read_ast(AstReader& r, const Term& term, TreePlace at) {
  if (r.failed()) return r.bad("");
  std::string too_deep = fmt::format("expressions are nested more than {} deep", kMaxNesting);
  if (r.depth >= kMaxNesting) return r.bad(too_deep);
  ++r.depth;
  const Expr* result = read_any(r, term, at);
  --r.depth;
  return r.builder.too_deep() ? r.bad(too_deep) : result;
}

ExprList read_asts(AstReader& r, const Term& list, TreePlace at) {
  ExprList result;
  for (const Term& item : r.items(list)) result.push_back(read_ast(r, item, at));
  return result;
}

// Values that macros have left in the code stand for themselves.
const Expr* read_literal(AstReader& r, const Term& term, TreePlace at) {
  if (r.failed()) return r.bad("");
  if (r.depth >= kMaxNesting) return r.bad("a value is nested too deep");
  ++r.depth;
  auto elements = [&](const Term& t) {
    ExprList result;
    for (const Term& item : t.items()) result.push_back(read_literal(r, item, at));
    return result;
  };
  const Expr* result = nullptr;
  switch (term.kind) {
    case TermKind::atom:
      result = r.builder.leaf(ExprKind::atom, at, term.atom());
      break;
    case TermKind::integer:
      result = r.builder.integer(at, term.integer);
      break;
    case TermKind::big:
      result =
          r.builder.leaf(ExprKind::big_integer, at, r.names.intern(big_digits(term.bytes(), term.negative)));
      break;
    case TermKind::floating: {
      Expr* e = r.builder.leaf(ExprKind::floating, at);
      e->floating = term.floating;
      result = e;
      break;
    }
    case TermKind::tuple:
      result = r.builder.node(ExprKind::tuple, at, elements(term));
      break;
    case TermKind::nil:
      result = r.builder.leaf(ExprKind::list, at);
      break;
    case TermKind::bytes:
      result = read_list(r, term, at);
      break;
    case TermKind::list:
      result = r.builder.list(at, elements(term), read_literal(r, term.tail(), at));
      break;
    case TermKind::map: {
      ExprList fields, parts = elements(term);
      for (size_t i = 0; i + 1 < parts.size(); i += 2)
        fields.push_back(r.builder.infix(ExprKind::map_field_assoc, at, {parts[i], parts[i + 1]}));
      result = r.builder.node(ExprKind::map, at, fields);
      break;
    }
    case TermKind::binary:
    case TermKind::bits:
      result = read_binary_literal(r, term.bytes(), at);
      break;
    case TermKind::opaque:  // a pid, a reference: made when the module was compiled
      result = r.remote("erlang", "binary_to_term", {r.builder.node(ExprKind::binary, at, {})}, at);
      break;
  }
  --r.depth;
  return result;
}

// The version tells variables of one name apart; the name is for people.
const Expr* read_variable(AstReader& r, std::span<const Term> t, TreePlace around) {
  TreePlace at = r.place(t[1], around);
  if (!t[0].is(TermKind::atom)) return r.bad("expected a variable");
  AstTag tag = r.tags.of(t[0]);
  if (tag == AstTag::underscore) return r.underscore(at);
  if (tag == AstTag::stacktrace && r.stacktrace.valid())
    return r.builder.leaf(ExprKind::variable, at, r.stacktrace);
  const Term* version = r.keyword(t[1], AstTag::version);
  bool has_version = version != nullptr && version->is(TermKind::integer);
  std::string name = fmt::format("{}@{}", r.names.text(t[0].atom()), has_version ? version->integer : 0);
  return r.builder.leaf(ExprKind::variable, at, r.names.intern(name));
}

}  // namespace dh::erlang
