// Erlang's abstract format (https://www.erlang.org/doc/apps/erts/absform) as a tree.
#pragma once

#include "base/hash.h"
#include "base/shared_interner.h"
#include "erlang/syntax/tree.h"
#include "erlang/term/term.h"
#include "source/diagnostic.h"

namespace dh::erlang {

enum class FormTag : uint8_t {
#define DH_ERLANG_TAG(id, atom) id,
#include "erlang/beam/form_tags.def"
#undef DH_ERLANG_TAG
  unknown,
};

// Immutable once made: share one between threads.
class FormTags {
 public:
  explicit FormTags(SharedInterner& names);
  FormTag of(Symbol atom) const {
    auto it = tags_.find(atom);
    return it == tags_.end() ? FormTag::unknown : it->second;
  }

 private:
  FlatMap<Symbol, FormTag> tags_;
};

// Fills the module from the forms. A form that cannot be read is reported and left out.
void read_forms(const Term& forms, const FormTags& tags, SharedInterner& names, Module& module,
                Diagnostics& diagnostics);

}  // namespace dh::erlang
