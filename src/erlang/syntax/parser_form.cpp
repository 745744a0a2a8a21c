#include <fmt/format.h>

#include "erlang/syntax/parser.h"

namespace dh::erlang {

void Parser::form() {
  if (at(Tok::minus)) {
    attribute();
  } else {
    function();
  }
  if (!failed() && builder_.too_deep()) {
    fail_at(tokens_[0], fmt::format("expressions are nested more than {} deep", kMaxNesting));
  }
}

void Parser::function() {
  const Token& first = peek();
  if (!first.is(Tok::atom)) return unexpected("where a function or an attribute is expected");
  std::vector<Clause> clauses;
  do {
    if (!at(Tok::atom)) return unexpected("where a clause of a function is expected");
    const Token& name = take();
    Clause clause;
    clause.patterns = builder_.exprs(arguments());
    clause.guards = builder_.guards(optional_guard());
    clause.body = body();
    clause.place = from(name.place);
    if (name.name != first.name ||
        (!clauses.empty() && clause.patterns.size() != clauses[0].patterns.size())) {
      return fail_at(name, fmt::format("a clause of {}/{} has another head: {}/{}", names_.text(first.name),
                                       clauses.empty() ? clause.patterns.size() : clauses[0].patterns.size(),
                                       names_.text(name.name), clause.patterns.size()));
    }
    clauses.push_back(clause);
  } while (accept(Tok::semicolon));
  if (!at(Tok::dot)) return unexpected("where the function should end");
  if (failed() || builder_.too_deep()) return;
  Function function;
  function.id = {first.name, static_cast<uint32_t>(clauses[0].patterns.size())};
  function.place = from(first.place);
  function.clauses = builder_.clauses(clauses);
  module_.functions.push_back(function);
}

void Parser::attribute() {
  take();
  // `-if` and `-fun` never come here; the names of all other attributes are atoms.
  if (!at(Tok::atom)) return unexpected("where the name of an attribute is expected");
  const Token& name = take();
  std::string_view text = names_.text(name.name);
  if (text == "record") return record();
  for (std::string_view type : {"spec", "type", "opaque", "nominal", "callback"}) {
    if (text == type) return skip_types();
  }
  std::vector<const Expr*> values;
  bool parentheses = accept(Tok::open);
  if (!(parentheses && at(Tok::close))) values = exprs();
  if (parentheses) expect(Tok::close, "after an attribute");
  if (!at(Tok::dot)) return unexpected("where the attribute should end");
  if (failed() || values.empty()) return;

  std::optional<Term> value = term_of(*values[0]);
  if (!value) return;  // not one that analyses use
  if (text == "module") {
    if (!value->is(TermKind::atom)) return fail_at(name, "the name of the module is not an atom");
    module_.name = value->atom();
    module_.name_place = name.place;
    return;
  }
  if (values.size() == 2 && text == "import") {
    std::optional<Term> functions = term_of(*values[1]);
    if (!functions) return;
    std::vector<Term> pair{*value, *functions};
    value->kind = TermKind::tuple;
    value->count = 2;
    value->items_ = module_.arena.copy(pair).data();
  }
  apply_attribute(module_, text, *value, names_);
}

// -record(Name, {Field [= Default] [:: Type], ...})
void Parser::record() {
  RecordDefinition definition;
  // The compiler's place of a form is that of the attribute's name.
  definition.place = tokens_[at_ - 1].place;
  bool parentheses = accept(Tok::open);
  if (!at(Tok::atom)) return unexpected("where the name of a record is expected");
  definition.name = take().name;
  expect(Tok::comma, "after the name of a record");
  expect(Tok::brace_open, "before the fields of a record");
  while (!at(Tok::brace_close) && !failed()) {
    definition.fields.push_back(record_field());
    if (!accept(Tok::comma)) break;
  }
  expect(Tok::brace_close, "after the fields of a record");
  if (parentheses) expect(Tok::close, "after a record");
  if (!failed() && !builder_.too_deep()) module_.records.push_back(std::move(definition));
}

RecordField Parser::record_field() {
  if (!at(Tok::atom)) unexpected("where the field of a record is expected");
  const Token& name = take();
  RecordField field{name.name, nullptr, name.place};
  if (accept(Tok::match)) field.otherwise = expr();
  if (accept(Tok::type_of)) skip_type();
  return field;
}

namespace {

Tok closer_of(Tok opener) {
  switch (opener) {
    case Tok::open:
      return Tok::close;
    case Tok::brace_open:
      return Tok::brace_close;
    case Tok::bracket_open:
      return Tok::bracket_close;
    case Tok::binary_open:
      return Tok::binary_close;
    default:
      return Tok::end;
  }
}

bool closes(Tok kind) {
  return kind == Tok::close || kind == Tok::brace_close || kind == Tok::bracket_close ||
         kind == Tok::binary_close;
}

}  // namespace

// Types are of no use here: only their brackets are checked. Ends before a comma or closer of the outside.
void Parser::skip_type() {
  std::vector<Tok> open;
  while (!at(Tok::dot)) {
    Tok kind = peek().kind;
    if (open.empty() && (kind == Tok::comma || closes(kind))) return;
    if (closer_of(kind) != Tok::end) open.push_back(closer_of(kind));
    if (closes(kind)) {
      if (open.back() != kind) return unexpected("in a type");
      open.pop_back();
    }
    take();
  }
  if (!open.empty()) unexpected("in a type");
}

void Parser::skip_types() {
  if (at(Tok::dot)) return unexpected("where a type is expected");
  do {
    skip_type();
  } while (accept(Tok::comma));
  if (!at(Tok::dot)) unexpected("in a type");
}

// The value of an attribute, f/1 being {f, 1}. Nothing when it is not a constant.
std::optional<Term> Parser::term_of(const Expr& expr) {
  Term term;
  switch (expr.kind) {
    case ExprKind::atom:
      term.kind = TermKind::atom;
      term.atom_value = expr.name.value;
      return term;
    case ExprKind::integer:
    case ExprKind::character:
      term.kind = TermKind::integer;
      term.integer = expr.integer;
      return term;
    case ExprKind::string: {
      std::string_view text = names_.text(expr.name);
      term.kind = TermKind::bytes;
      term.count = static_cast<uint32_t>(text.size());
      term.bytes_ = text.data();
      return term;
    }
    case ExprKind::binary_op:
      if (expr.op != Op::divide) return std::nullopt;
      [[fallthrough]];
    case ExprKind::tuple:
    case ExprKind::list: {
      std::vector<Term> items;
      for (const Expr* child : expr.children) {
        // An element that is not a constant does not hide the others, as in -compile options.
        items.push_back(term_of(*child).value_or(Term()));
      }
      term.kind = expr.is(ExprKind::list) ? TermKind::list : TermKind::tuple;
      term.count = static_cast<uint32_t>(items.size());
      items.emplace_back();  // the tail of a list
      term.items_ = module_.arena.copy(items).data();
      return term;
    }
    default:
      return std::nullopt;
  }
}

}  // namespace dh::erlang
