// What the names in a body may mean, read off its text.
#pragma once

#include "base/hash.h"
#include "java/syntax/tree.h"

namespace dh::java {

// Names of parameters and local variables declared anywhere in a body.
FlatSet<Symbol> declared_names(const Node* body);

// The name in `f`, `this.f`; invalid for others. `plain` is set for the first.
Symbol own_name(const Expr* expr, bool* plain);

}  // namespace dh::java
