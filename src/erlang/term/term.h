// Erlang's external term format, decoded. https://www.erlang.org/doc/apps/erts/erl_ext_dist
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "base/arena.h"
#include "base/hash.h"
#include "base/result.h"
#include "base/shared_interner.h"

namespace dh::erlang {

enum class TermKind : uint8_t {
  integer,
  big,  // an integer beyond 64 bits: bytes, little-endian magnitude
  floating,
  atom,
  tuple,  // items
  list,   // items, then the tail: the last of tail_and_items()
  nil,
  bytes,  // a list of small integers in compact form
  binary,
  bits,    // a binary whose last byte is only partly used
  map,     // items: key, value, key, value, ...
  opaque,  // pid, port, reference, fun: nothing in them is of use here
};

// A term of at most 16 bytes; what it points to lives in the decoder's arena or input.
struct Term {
  TermKind kind = TermKind::nil;
  bool negative = false;  // of big
  uint32_t count = 0;
  union {
    int64_t integer = 0;
    double floating;
    uint32_t atom_value;
    const Term* items_;
    const char* bytes_;
  };

  bool is(TermKind k) const { return kind == k; }
  Symbol atom() const { return kind == TermKind::atom ? Symbol(atom_value) : Symbol(); }
  // Elements of a tuple, a list without its tail, or keys and values of a map; nothing for other kinds.
  std::span<const Term> items() const;
  const Term& tail() const { return items_[count]; }  // of a list
  std::string_view bytes() const { return {bytes_, count}; }
  bool is_tuple(size_t arity) const { return kind == TermKind::tuple && count == arity; }
};
static_assert(sizeof(Term) == 16);

// Atoms become symbols; a local cache avoids the locks of the shared table.
class AtomCache {
 public:
  explicit AtomCache(SharedInterner& names) : names_(names) {}
  Symbol utf8(std::string_view text);
  Symbol latin1(std::string_view text);

 private:
  SharedInterner& names_;
  StringMap<Symbol> symbols_;
};

// Decodes one term with its version byte (131), compressed or not. The bytes must outlive the term. Nesting
// costs heap, not stack; memory is bounded by a small multiple of the bytes that are really there.
Result<Term> decode_term(std::string_view bytes, Arena& arena, AtomCache& atoms);

}  // namespace dh::erlang
