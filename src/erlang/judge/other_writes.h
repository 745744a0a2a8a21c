// What processes other than those of a pair do to its key, as an answer: which kinds of writes there are.
#pragma once

#include "base/hash.h"
#include "erlang/summaries/summary.h"

namespace dh::erlang {

// The surest first.
enum class OtherWrite : uint8_t {
  certain,      // writes the key
  removal,      // removes it
  unknown_key,  // writes to its table under a key that is not known
  fresh_key,    // writes to its table under keys that it has just created
  table_start,  // writes it at the start of the process that creates the table
  test,         // writes it, but only in tests
};

class OtherWrites {
 public:
  void add(OtherWrite kind) { kinds_ |= bit(kind); }
  bool has(OtherWrite kind) const { return (kinds_ & bit(kind)) != 0; }
  bool none() const { return kinds_ == 0; }
  // Somebody writes or removes this very key.
  bool hits_key() const { return has(OtherWrite::certain) || has(OtherWrite::removal); }

 private:
  static constexpr uint8_t bit(OtherWrite kind) {
    return static_cast<uint8_t>(1u << static_cast<unsigned>(kind));
  }

  uint8_t kinds_ = 0;
};

// Which writes of others count, where many pairs about one key ask the same.
enum class OtherWritesKind : uint8_t {
  creates,              // the key where it is gone
  creates_after_start,  // likewise, but not while something starts
  sets_other_value,     // than `value`
  changes_value,        // likewise, or counts on from it
  seen,                 // any, for the processes of the program that do it
};

// All that the answer depends on.
struct OtherWritesQuestion {
  OtherWritesKind kind{};
  bool spawned = false;
  bool in_test = false;
  SymId value;
  Location written;
  SymId read_key;
  FunctionId frame;  // invalid: the keys mean the same in every function

  friend bool operator==(const OtherWritesQuestion&, const OtherWritesQuestion&) = default;
  friend size_t hash_value(const OtherWritesQuestion& q) {
    uint64_t h = static_cast<uint64_t>(q.kind) << 2 | uint64_t{q.spawned} << 1 | uint64_t{q.in_test};
    h = hash_combine(h, uint64_t{q.value.value} << 32 | q.frame.value);
    h = hash_combine(h, uint64_t{q.written.table.value} << 32 | q.written.key.value);
    return hash_combine(h, uint64_t{q.written.state} << 32 | q.read_key.value);
  }
};

}  // namespace dh::erlang
