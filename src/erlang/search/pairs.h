// A read and a write of the same location, with a path from the one to the other.
#pragma once

#include <vector>

#include "erlang/search/summary.h"

namespace dh::erlang {

struct Terms;

struct Pair {
  uint32_t state = 0;
  Site read, act;
  ChainId read_chain, act_chain;
  FunctionId frame;  // in which the two meet
  Datum read_datum, act_datum;
  SymId value;  // that the act writes besides the key, or unknown
  Same same = Same::no;
  bool data = false;     // the act's arguments depend on the read
  bool control = false;  // whether it happens does
  bool handled = false;
  bool spawned = false;
  bool contextual = false;            // not (yet) known to be dirty
  bool unknown_call = false;          // through a call of a fun that is not followed
  bool update = false;                // the act writes what was computed from the read
  bool owned = false;                 // the act is done by the process that holds a name
  bool idle = false;                  // neither what is written nor whether depends on the read
  bool by_type = false;               // only if the datum is of a type that is not known here
  bool absent = false;                // the act is done only when the read found nothing
  bool used_after = false;            // what was read is used after the act: it is taken in two steps
  bool taken = false;                 // the very thing that was found is handed on after the act
  bool carried = false;               // the act writes what was found; its key is only likely to be the same
  bool compared = false;              // a message that holds what was read as well
  bool forwarded = false;             // a message that functions send which do not know what it is
  bool renewed = false;               // it is read again before the act, in a transaction or one of many
  std::vector<Condition> conditions;  // what the parameters of the frame have to be
  std::vector<Condition> answers;     // likewise, what the frame has been given by others
  uint32_t label =
      UINT32_MAX;       // in Collected::labels: the key in words of the clause at hand, if they differ
  Guards guards = 0;    // that are held from before the read to the act, by what the frame calls
  bool by_key = false;  // of a helper that gets the key, in a caller that gives it

  // The write is decided by this read, as far as one can be sure of anything.
  bool decides_surely() const { return !idle && !carried && same >= Same::likely; }
};

// Each read and write once, in the function that says most about them.
class PairList {
 public:
  explicit PairList(Terms& terms) : terms_(&terms) {}

  // Where the pair is now. Of two paths between the same accesses the better one is kept.
  uint32_t add(const Pair& pair);
  Pair& operator[](size_t index) { return pairs_[index]; }
  const Pair& operator[](size_t index) const { return pairs_[index]; }
  size_t size() const { return pairs_.size(); }
  auto begin() const { return pairs_.begin(); }
  auto end() const { return pairs_.end(); }
  // No pair can be added afterwards.
  template <typename Which>
  void erase_if(Which&& which) {
    std::erase_if(pairs_, which);
  }

 private:
  // A getter and a setter that meet in many functions are about many locations: one pair for each of the
  // functions. Where they are in one function themselves, that one says it all: no frame. A helper that gets
  // its key has one pair for each key.
  struct Key {
    Site write, read;
    uint32_t state = 0;
    FunctionId frame;
    SymId key;

    friend bool operator==(const Key&, const Key&) = default;
    friend size_t hash_value(const Key& k) {
      uint64_t h = hash_combine(hash_value(k.write), hash_value(k.read));
      return hash_combine(hash_combine(h, k.state), static_cast<uint64_t>(k.frame.value) << 32 | k.key.value);
    }
  };
  bool is_better(const Pair& a, const Pair& b) const;
  void merge(Pair& known, const Pair& pair) const;

  Terms* terms_;
  std::vector<Pair> pairs_;
  KeyMap<Key, uint32_t> index_;
};

}  // namespace dh::erlang
