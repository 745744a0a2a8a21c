// Values that are made of others: operators, binaries and maps. What makes them is noted, so that equal
// expressions of equal values can be known to be equal.
#include "base/utf8.h"
#include "erlang/core/lower.h"

namespace dh::erlang::lowering {

ValueId Lowerer::of_children(const Expr& e, ValueKind kind, std::string_view operation) {
  std::vector<ValueId> operands;
  for (const Expr* child : e.children) operands.push_back(expr(*child));
  return made(kind, operation, operands);
}

ValueId Lowerer::made(ValueKind kind, std::string_view operation, std::span<const ValueId> operands) {
  Symbol name = operation.empty() ? Symbol() : interner_.intern(operation);
  return add_value(kind, operation_index(name), operands);
}

ValueId Lowerer::map(const Expr& e) {
  switch (e.kind) {
    case ExprKind::map_field_assoc:
      return of_children(e, ValueKind::unknown, "#{=>");
    case ExprKind::map_field_exact:
      return of_children(e, ValueKind::unknown, "#{:=");
    case ExprKind::map_update:
      return of_children(e, ValueKind::computed, "#{+");
    default:
      return of_children(e, ValueKind::unknown, "#{");
  }
}

// The value that a map has under a key: as maps:get/2 gives it.
ValueId Lowerer::member(const Expr& key, ValueId map) {
  if (!simple(key)) return add_value(ValueKind::unknown, 0, std::span(&map, 1));
  return made(ValueKind::unknown, "maps:get/2", std::vector<ValueId>{expr(key), map});
}

ValueId Lowerer::binary(const Expr& e) {
  if (ValueId known = literal_binary(e); known.valid()) return known;
  return of_children(e, ValueKind::unknown, "<<");
}

ValueId Lowerer::segment(const Expr& e) {
  if (!e.name.valid()) return of_children(e, ValueKind::unknown, "<</");
  return of_children(e, ValueKind::unknown, fmt::format("<</{}", interner_.text(e.name)));
}

// <<"text">>, <<"text"/utf8>>, <<1, 2>>: its bytes; invalid for others.
ValueId Lowerer::literal_binary(const Expr& e) {
  std::string bytes;
  for (const Expr* segment : e.children) {
    bool utf8 = segment->name == names_.utf8;
    if (segment->children.size() != 1 || (segment->name.valid() && !utf8)) return ValueId();
    const auto add = [&](uint32_t character) {
      if (utf8) {
        utf8_append(bytes, character);
      } else {
        bytes += static_cast<char>(character & 255);
      }
    };
    const Expr& value = segment->child(0);
    if (value.is(ExprKind::integer) || value.is(ExprKind::character)) {
      if (utf8 && (value.integer < 0 || value.integer > 0x10ffff)) return ValueId();
      add(static_cast<uint32_t>(value.integer));
    } else if (value.is(ExprKind::string)) {
      std::string_view text = interner_.text(value.name);
      for (; !text.empty(); text.remove_prefix(utf8_length(text))) add(utf8_decode(text));
    } else {
      return ValueId();
    }
  }
  return constant({ConstantKind::other, interner_.intern(bytes), kBinaryBytes});
}

ValueId Lowerer::operation(const Expr& e) {
  if (e.is(ExprKind::unary_op)) {
    const Expr& operand = e.child(0);
    if (e.op == Op::minus && operand.is(ExprKind::integer)) return integer(-operand.integer);
    return of_children(e, ValueKind::computed, op_name(e.op));
  }
  if (e.op == Op::and_also || e.op == Op::or_else) return option(expr(e.child(0)), e.child(1));
  ValueId left = expr(e.child(0));
  ValueId right = expr(e.child(1));
  std::vector<ValueId> operands{left, right};
  if (e.op == Op::send) {
    Call c;
    c.callee = {names_.erlang, names_.send, 2};
    return add_call(c, operands, e.place);
  }
  ValueId result = made(ValueKind::computed, op_name(e.op), operands);
  b_->function->values[result.index()].of_first = e.op == Op::subtract;
  return result;
}

}  // namespace dh::erlang::lowering
