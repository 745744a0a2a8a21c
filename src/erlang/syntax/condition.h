// The expressions of -if and -elif.
#pragma once

#include <functional>

#include "base/shared_interner.h"
#include "erlang/syntax/tree.h"

namespace dh::erlang {

// Whether the expression is `true`: numbers, atoms and strings with Erlang's operators, and defined(NAME).
// What cannot be computed is false, as in epp.
bool condition_holds(const Expr& expr, const SharedInterner& names,
                     const std::function<bool(Symbol)>& defined);

}  // namespace dh::erlang
