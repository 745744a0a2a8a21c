// Maps, structs and binaries.
#include <fmt/format.h>

#include "base/utf8.h"
#include "erlang/elixir/ast_reader.h"

namespace dh::erlang {
namespace {

const Expr* read_key(AstReader& r, const Term& key, TreePlace at) {
  if (r.context != AstContext::match) return read_ast(r, key, at);
  AstContextScope scope(r, AstContext::expression, AstPins::in_pattern);
  return read_ast(r, key, at);
}

// [{Key, Value}, ...]
void read_fields(AstReader& r, const Term& list, ExprKind kind, TreePlace at, ExprList& out) {
  for (const Term& item : r.items(list)) {
    if (!item.is_tuple(2)) {
      r.bad("expected a key and a value");
      return;
    }
    const Expr* key = read_key(r, item.items()[0], at);
    out.push_back(r.builder.infix(kind, at, {key, read_ast(r, item.items()[1], at)}));
  }
}

ExprKind field_kind(const AstReader& r) {
  return r.context == AstContext::match ? ExprKind::map_field_exact : ExprKind::map_field_assoc;
}

// %{map | key: value}: the parts of the only element, else nothing.
std::vector<Term> update_parts(AstReader& r, const Term& fields) {
  if (!fields.is(TermKind::list) || fields.count != 1) return {};
  const Term& first = fields.items()[0];
  if (!first.is_tuple(3) || r.tags.of(first.items()[0]) != AstTag::bar) return {};
  std::vector<Term> parts = r.items(first.items()[2]);
  if (parts.size() != 2) r.bad("expected a map and its fields");
  return parts.size() == 2 ? parts : std::vector<Term>();
}

// A struct whose name is a variable: in a pattern, any struct, as names are atoms.
const Expr* struct_name(AstReader& r, const Term& name, TreePlace at) {
  const Expr* value = read_ast(r, name, at);
  if (r.context != AstContext::match || !name.is(TermKind::tuple)) return value;
  const Expr* variable = r.fresh_variable(at);
  r.extra_guards.insert(r.extra_guards.begin(), r.remote("erlang", "is_atom", {variable}, at));
  return r.builder.infix(ExprKind::match, at, {variable, value});
}

struct SegmentSpec {
  const Term* size = nullptr;
  std::vector<std::string> types;
  bool is_bytes = false;  // of type binary or bitstring
};

// {integer, _, []}, {size, _, [N]}, {unit, _, [N]}, joined by {'-', _, [Left, Right]}
void read_spec(AstReader& r, const Term& term, SegmentSpec& spec, int depth) {
  if (!term.is_tuple(3) || !term.items()[0].is(TermKind::atom) || depth > 8) {
    r.bad("a binary segment of an unknown type");
    return;
  }
  std::span<const Term> t = term.items();
  switch (r.tags.of(t[0])) {
    case AstTag::minus:
      for (const Term& part : r.items(t[2])) read_spec(r, part, spec, depth + 1);
      return;
    case AstTag::size:
    case AstTag::unit: {
      // The only argument may be a small number: a list in compact form.
      bool is_size = r.tags.of(t[0]) == AstTag::size;
      if (is_size) {
        spec.size = &t[2];
        return;
      }
      std::vector<Term> unit = r.items(t[2]);
      int64_t bits = unit.size() == 1 && unit[0].is(TermKind::integer) ? unit[0].integer : 0;
      spec.types.push_back(fmt::format("unit:{}", bits));
      return;
    }
    case AstTag::binary:
    case AstTag::bitstring:
      if (spec.types.empty()) spec.is_bytes = true;
      [[fallthrough]];
    default:
      spec.types.emplace_back(r.names.text(t[0].atom()));
      return;
  }
}

const Expr* segment_size(AstReader& r, const Term& arguments, TreePlace at) {
  std::vector<Term> size = r.items(arguments);
  if (size.size() != 1) return r.bad("expected the size of a segment");
  AstContextScope scope(r, AstContext::guard, AstPins::in_pattern);
  return read_ast(r, size[0], at);
}

const Expr* read_segment(AstReader& r, const Term& value, const Term& type, TreePlace at) {
  SegmentSpec spec;
  read_spec(r, type, spec, 0);
  Symbol types = r.names.intern(fmt::format("{}", fmt::join(spec.types, "-")));
  if (value.is(TermKind::binary) && spec.size == nullptr) {
    std::string text;  // bytes, or characters where the type converts them
    if (spec.is_bytes) {
      for (char c : value.bytes()) utf8_append(text, static_cast<uint8_t>(c));
    } else {
      text = value.bytes();
    }
    const Expr* string = r.builder.leaf(ExprKind::string, at, r.names.intern(text));
    return r.builder.infix(ExprKind::segment, at, {string}, spec.is_bytes ? Symbol() : types);
  }
  ExprList children{read_ast(r, value, at)};
  if (spec.size != nullptr) children.push_back(segment_size(r, *spec.size, at));
  return r.builder.infix(ExprKind::segment, at, children, types);
}

}  // namespace

const Expr* read_map(AstReader& r, const Term& fields, TreePlace at) {
  ExprList children;
  if (std::vector<Term> update = update_parts(r, fields); !update.empty()) {
    children.push_back(read_ast(r, update[0], at));
    read_fields(r, update[1], ExprKind::map_field_exact, at, children);
    return r.builder.infix(ExprKind::map_update, at, children);
  }
  read_fields(r, fields, field_kind(r), at, children);
  return r.builder.node(ExprKind::map, at, children);
}

// {'%', _, [Name, {'%{}', _, Fields}]}
const Expr* read_struct(AstReader& r, const Term& name, const Term& map, TreePlace at) {
  if (!map.is_tuple(3)) return r.bad("expected the fields of a struct");
  const Term& fields = map.items()[2];
  if (!update_parts(r, fields).empty()) return read_map(r, fields, at);
  ExprKind kind = field_kind(r);
  ExprList children{r.builder.infix(kind, at, {r.atom("__struct__", at), struct_name(r, name, at)})};
  read_fields(r, fields, kind, at, children);
  return r.builder.node(ExprKind::map, at, children);
}

const Expr* read_bits(AstReader& r, const Term& segments, TreePlace at) {
  ExprList children;
  for (const Term& item : r.items(segments)) {
    if (!item.is_tuple(3) || r.tags.of(item.items()[0]) != AstTag::typed)
      return r.bad("expected a binary segment");
    std::vector<Term> both = r.items(item.items()[2]);
    if (both.size() != 2) return r.bad("expected a binary segment");
    children.push_back(read_segment(r, both[0], both[1], r.place(item.items()[1], at)));
  }
  return r.builder.node(ExprKind::binary, at, children);
}

}  // namespace dh::erlang
