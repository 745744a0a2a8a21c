// The values of literals and of constant expressions.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "java/index/index.h"

namespace dh::java {

// char is an integer too.
using Constant = std::variant<bool, int64_t, double, std::string>;

// The value of a literal's text; none for null.
std::optional<Constant> literal_value(LiteralKind kind, std::string_view text);

// Whether a variable of any type that gets the value keeps the default of its type: 0, 0.0, '\0', false.
bool is_default_value(const Constant& value);

// The value of an expression of literals, operators and constants (final fields that are initialised with
// such an expression); none where it is not constant or not known.
std::optional<Constant> constant_value(const Index& index, TypeId context, const Expr* expr);

}  // namespace dh::java
