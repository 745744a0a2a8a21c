#include "erlang/term/term.h"

#include <bit>
#include <charconv>
#include <cstring>
#include <vector>

#include "base/utf8.h"
#include "erlang/term/inflate.h"

namespace dh::erlang {

namespace {

enum Tag : uint8_t {
  kNewFloat = 70,
  kBitBinary = 77,
  kCompressed = 80,
  kNewPid = 88,
  kNewPort = 89,
  kNewerReference = 90,
  kSmallInteger = 97,
  kInteger = 98,
  kFloat = 99,
  kAtom = 100,
  kReference = 101,
  kPort = 102,
  kPid = 103,
  kSmallTuple = 104,
  kLargeTuple = 105,
  kNil = 106,
  kString = 107,
  kList = 108,
  kBinary = 109,
  kSmallBig = 110,
  kLargeBig = 111,
  kNewFun = 112,
  kExport = 113,
  kNewReference = 114,
  kSmallAtom = 115,
  kMap = 116,
  kFun = 117,
  kAtomUtf8 = 118,
  kSmallAtomUtf8 = 119,
  kV4Port = 120,
  kLocal = 121,
};
constexpr uint8_t kVersion = 131;
// Together 256 MiB; the largest module of OTP 25 has under a million.
constexpr size_t kMaxTerms = size_t{16} << 20;

class Decoder {
 public:
  Decoder(std::string_view bytes, Arena& arena, AtomCache& atoms)
      : rest_(bytes), arena_(arena), atoms_(atoms) {}

  Result<Term> decode() {
    Term root;
    pending_.push_back({&root, 1});
    outstanding_ = 1;
    while (!pending_.empty()) {
      Pending& top = pending_.back();
      if (top.left == 0) {
        pending_.pop_back();
        continue;
      }
      Term* slot = top.next++;
      --top.left;
      --outstanding_;
      if (!one(*slot)) return fail("{}", error_);
    }
    return root;
  }

 private:
  struct Pending {
    Term* next;
    size_t left;
  };

  bool bad(std::string message) {
    if (error_.empty()) error_ = std::move(message);
    return false;
  }
  bool truncated() { return bad("the term ends too early"); }

  bool take(size_t n, std::string_view& out) {
    if (rest_.size() < n) return truncated();
    out = rest_.substr(0, n);
    rest_.remove_prefix(n);
    return true;
  }
  bool number(size_t size, uint64_t& out) {
    std::string_view bytes;
    if (!take(size, bytes)) return false;
    out = 0;
    for (char c : bytes) out = out << 8 | static_cast<uint8_t>(c);
    return true;
  }
  bool text(size_t length_size, std::string_view& out) {
    uint64_t length = 0;
    return number(length_size, length) && take(length, out);
  }

  // Room for n terms that follow. Each takes at least a byte, so a claim beyond the bytes that are not
  // claimed yet is false, however it is nested.
  bool open(Term& out, TermKind kind, uint64_t n, uint64_t shown) {
    if (n > rest_.size() || outstanding_ > rest_.size() - n) {
      return bad(fmt::format("a term claims {} elements, more than the remaining bytes can hold", n));
    }
    total_ += n;
    if (total_ > kMaxTerms) return bad(fmt::format("it holds more than {} terms", kMaxTerms));
    out.kind = kind;
    out.count = static_cast<uint32_t>(shown);
    Term* items = static_cast<Term*>(arena_.allocate(sizeof(Term) * n, alignof(Term)));
    for (uint64_t i = 0; i < n; ++i) new (items + i) Term();
    out.items_ = items;
    outstanding_ += n;
    pending_.push_back({items, n});
    return true;
  }
  // Terms inside pids, references and funs: decoded to find their end, then forgotten.
  bool open_opaque(Term& out, uint64_t n) {
    Term hidden;
    out.kind = TermKind::opaque;
    return open(hidden, TermKind::tuple, n, n);
  }

  bool one(Term& out);
  bool container(uint8_t tag, Term& out);
  bool integer_of(uint8_t tag, Term& out);
  bool atom_of(uint8_t tag, Term& out);
  bool raw_bytes(uint8_t tag, Term& out);
  bool opaque_of(uint8_t tag, Term& out);
  bool float_of(uint8_t tag, Term& out);

  std::string_view rest_;
  Arena& arena_;
  AtomCache& atoms_;
  std::vector<Pending> pending_;
  size_t outstanding_ = 0;
  size_t total_ = 0;
  std::string error_;
};

bool Decoder::one(Term& out) {
  uint64_t tag = 0;
  if (!number(1, tag)) return false;
  switch (static_cast<uint8_t>(tag)) {
    case kSmallInteger:
    case kInteger:
    case kSmallBig:
    case kLargeBig:
      return integer_of(static_cast<uint8_t>(tag), out);
    case kAtom:
    case kSmallAtom:
    case kAtomUtf8:
    case kSmallAtomUtf8:
      return atom_of(static_cast<uint8_t>(tag), out);
    case kSmallTuple:
    case kLargeTuple:
    case kList:
    case kMap:
      return container(static_cast<uint8_t>(tag), out);
    case kNil:
      out.kind = TermKind::nil;
      return true;
    case kString:
    case kBinary:
    case kBitBinary:
      return raw_bytes(static_cast<uint8_t>(tag), out);
    case kNewFloat:
    case kFloat:
      return float_of(static_cast<uint8_t>(tag), out);
    default:
      return opaque_of(static_cast<uint8_t>(tag), out);
  }
}

bool Decoder::container(uint8_t tag, Term& out) {
  uint64_t n = 0;
  if (!number(tag == kSmallTuple ? 1 : 4, n)) return false;
  if (tag == kList) return open(out, TermKind::list, n + 1, n);
  if (tag == kMap) return open(out, TermKind::map, 2 * n, 2 * n);
  return open(out, TermKind::tuple, n, n);
}

bool Decoder::integer_of(uint8_t tag, Term& out) {
  out.kind = TermKind::integer;
  uint64_t value = 0;
  if (tag == kSmallInteger || tag == kInteger) {
    if (!number(tag == kSmallInteger ? 1 : 4, value)) return false;
    out.integer = tag == kSmallInteger ? static_cast<int64_t>(value)
                                       : static_cast<int32_t>(static_cast<uint32_t>(value));
    return true;
  }
  uint64_t size = 0, sign = 0;
  std::string_view digits;
  if (!number(tag == kSmallBig ? 1 : 4, size) || !number(1, sign) || !take(size, digits)) return false;
  while (!digits.empty() && digits.back() == 0) digits.remove_suffix(1);
  if (digits.size() <= 8) {
    for (size_t i = digits.size(); i-- > 0;) value = value << 8 | static_cast<uint8_t>(digits[i]);
    if (value <= INT64_MAX) {
      out.integer = sign != 0 ? -static_cast<int64_t>(value) : static_cast<int64_t>(value);
      return true;
    }
  }
  out.kind = TermKind::big;
  out.negative = sign != 0;
  out.count = static_cast<uint32_t>(digits.size());
  out.bytes_ = digits.data();
  return true;
}

bool Decoder::atom_of(uint8_t tag, Term& out) {
  std::string_view name;
  if (!text(tag == kSmallAtom || tag == kSmallAtomUtf8 ? 1 : 2, name)) return false;
  out.kind = TermKind::atom;
  bool latin1 = tag == kAtom || tag == kSmallAtom;
  out.atom_value = (latin1 ? atoms_.latin1(name) : atoms_.utf8(name)).value;
  return true;
}

bool Decoder::raw_bytes(uint8_t tag, Term& out) {
  uint64_t size = 0, bits = 8;
  std::string_view data;
  if (!number(tag == kString ? 2 : 4, size)) return false;
  if (tag == kBitBinary && !number(1, bits)) return false;
  if (!take(size, data)) return false;
  out.kind = tag == kString ? TermKind::bytes : bits == 8 ? TermKind::binary : TermKind::bits;
  out.count = static_cast<uint32_t>(size);
  out.bytes_ = data.data();
  return true;
}

bool Decoder::float_of(uint8_t tag, Term& out) {
  out.kind = TermKind::floating;
  if (tag == kNewFloat) {
    uint64_t bits = 0;
    if (!number(8, bits)) return false;
    out.floating = std::bit_cast<double>(bits);
    return true;
  }
  std::string_view digits;
  if (!take(31, digits)) return false;
  auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), out.floating);
  return error == std::errc() ? true : bad("a number in a term is damaged");
}

bool Decoder::opaque_of(uint8_t tag, Term& out) {
  uint64_t n = 0;
  std::string_view skipped;
  switch (tag) {
    case kPid:
    case kNewPid:
    case kPort:
    case kNewPort:
    case kV4Port:
    case kReference: {
      // The node's name is a term and comes first; the fixed-size rest follows it.
      Term node;
      uint64_t atom_tag = 0;
      if (!number(1, atom_tag)) return false;
      if (!atom_of(static_cast<uint8_t>(atom_tag), node)) return false;
      size_t size = tag == kPid ? 9 : tag == kNewPid ? 12 : tag == kNewPort ? 8 : tag == kV4Port ? 12 : 5;
      out.kind = TermKind::opaque;
      return take(size, skipped);
    }
    case kNewReference:
    case kNewerReference: {
      Term node;
      uint64_t atom_tag = 0;
      if (!number(2, n) || !number(1, atom_tag)) return false;
      if (!atom_of(static_cast<uint8_t>(atom_tag), node)) return false;
      out.kind = TermKind::opaque;
      return take((tag == kNewReference ? 1 : 4) + 4 * n, skipped);
    }
    case kExport:
      return open_opaque(out, 3);
    case kNewFun:  // its size counts itself
      out.kind = TermKind::opaque;
      if (!number(4, n)) return false;
      return n < 4 ? bad("a fun in a term is damaged") : take(n - 4, skipped);
    case kFun:
      return number(4, n) && open_opaque(out, n + 4);
    default:
      return bad(fmt::format("a term has the unknown tag {}", tag));
  }
}

}  // namespace

std::span<const Term> Term::items() const {
  if (kind != TermKind::tuple && kind != TermKind::list && kind != TermKind::map) return {};
  return {items_, count};
}

Symbol AtomCache::utf8(std::string_view text) {
  if (auto it = symbols_.find(text); it != symbols_.end()) return it->second;
  Symbol symbol = names_.intern(text);
  symbols_.emplace(text, symbol);
  return symbol;
}

Symbol AtomCache::latin1(std::string_view text) {
  bool ascii = true;
  for (char c : text) ascii = ascii && static_cast<signed char>(c) >= 0;
  if (ascii) return utf8(text);
  std::string converted;
  for (char c : text) utf8_append(converted, static_cast<uint8_t>(c));
  return utf8(converted);
}

Result<Term> decode_term(std::string_view bytes, Arena& arena, AtomCache& atoms) {
  if (bytes.empty() || static_cast<uint8_t>(bytes[0]) != kVersion) {
    return fail("the term does not begin with the version number 131");
  }
  bytes.remove_prefix(1);
  if (!bytes.empty() && static_cast<uint8_t>(bytes[0]) == kCompressed) {
    if (bytes.size() < 5) return fail("the term ends too early");
    Result<std::string> inflated = inflate_bounded(bytes.substr(5), Wrapping::zlib);
    if (!inflated) return tl::unexpected(inflated.error());
    bytes = arena.copy(std::string_view(*inflated));
  }
  return Decoder(bytes, arena, atoms).decode();
}

}  // namespace dh::erlang
