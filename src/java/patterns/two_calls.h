// What the parts of java-check-then-act share: calls of fields that are thread-safe by themselves, and the
// report of two calls that only together mean what they should.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "java/patterns/check.h"

namespace dh::java {

enum class Shape : uint8_t { other, map, collection, atomic };

Shape shape_of(std::string_view simple_type);

// The field whose own methods are thread-safe, and what it is.
struct Shared {
  FieldId field;
  Shape shape = Shape::other;
};

Shared shared_field(const Code& code, const Expr* expr);

// m.name(key, ...) of a field; null: another expression.
const Call* call_named(const Code& code, const Expr* expr, std::initializer_list<std::string_view> names);

// The first call below the node of the same receiver, with one of the names, and with the same first argument
// where `key` is given. Code that takes a lock first is left out: it tests again, or should.
const Call* act_in(const Code& code, const Node* where, const Expr* receiver,
                   std::initializer_list<std::string_view> names, const Expr* key);

// finalize(): no other thread has the object any more.
bool in_finalizer(const Code& code);

struct Pair {
  const Call* check = nullptr;
  const Call* act = nullptr;
  PatternFactor start{};
  std::string_view outcome;
  std::string hint;
  bool result_used = false;  // of the act: what it replaced is assigned or compared
};

void report_pair(Checked& checked, const Code& code, const Pair& pair, FieldId field);

// set(get() + 1), put(k, get(k) + 1), and an iteration.
void check_update_in_two_steps(Checked& checked, const Code& code, const Call& call);

}  // namespace dh::java
