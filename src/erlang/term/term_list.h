// Lists, in whichever form the external format has them.
#pragma once

#include <vector>

#include "erlang/term/term.h"

namespace dh::erlang {

// Appends the elements of a proper list, also of one in compact form (bytes). False if it is not one; what
// comes before the improper tail is appended then.
bool append_elements(const Term& list, std::vector<Term>& to);

}  // namespace dh::erlang
