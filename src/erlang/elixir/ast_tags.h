// The atoms of expanded Elixir code, as an enumeration.
#pragma once

#include "base/hash.h"
#include "base/shared_interner.h"
#include "erlang/term/term.h"

namespace dh::erlang {

enum class AstTag : uint8_t {
#define DH_ELIXIR_TAG(id, atom) id,
#include "erlang/elixir/ast_tags.def"
#undef DH_ELIXIR_TAG
  unknown,
};

// Immutable once made: share one between threads.
class AstTags {
 public:
  explicit AstTags(SharedInterner& names) {
#define DH_ELIXIR_TAG(id, atom) tags_.emplace(names.intern(atom), AstTag::id);
#include "erlang/elixir/ast_tags.def"
#undef DH_ELIXIR_TAG
  }
  AstTag of(Symbol atom) const {
    auto it = tags_.find(atom);
    return it == tags_.end() ? AstTag::unknown : it->second;
  }
  AstTag of(const Term& term) const {
    return term.is(TermKind::atom) ? of(term.atom()) : AstTag::unknown;
  }

 private:
  FlatMap<Symbol, AstTag> tags_;
};

}  // namespace dh::erlang
