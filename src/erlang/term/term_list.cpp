#include "erlang/term/term_list.h"

namespace dh::erlang {

bool append_elements(const Term& list, std::vector<Term>& to) {
  const Term* rest = &list;
  while (rest->is(TermKind::list)) {
    to.insert(to.end(), rest->items().begin(), rest->items().end());
    rest = &rest->tail();
  }
  if (!rest->is(TermKind::bytes)) return rest->is(TermKind::nil);
  for (char c : rest->bytes()) {
    Term number;
    number.kind = TermKind::integer;
    number.integer = static_cast<uint8_t>(c);
    to.push_back(number);
  }
  return true;
}

}  // namespace dh::erlang
