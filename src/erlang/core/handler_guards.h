// Which exceptions the guards of a catch clause let through: `rescue ArgumentError` in Elixir is a clause for
// any reason, guarded by tests of it.
#pragma once

#include "base/shared_interner.h"
#include "erlang/syntax/tree.h"

namespace dh::erlang::lowering {

enum class GuardAnswer : uint8_t { no, unknown, yes, yes_by_name };

// Whether the guards can hold where the reason, which the variable is bound to, is that atom; by name, where
// one of them compares it with the atom.
GuardAnswer guards_hold(const Clause& clause, Symbol variable, Symbol atom, const SharedInterner& names);

}  // namespace dh::erlang::lowering
