// A read and a write of the same location, with a path from the one to the other.
#pragma once

#include <vector>

#include "base/flags.h"
#include "erlang/summaries/summary.h"

namespace dh::erlang {

struct Terms;

// What is true of a pair.
enum class PairFact : uint8_t {
  data,                   // the arguments of the write depend on the read
  control,                // whether it happens does
  independent,            // neither does
  update,                 // the write writes what was computed from the read
  writes_found_object,    // the write writes what was found; its key is only likely to be the same
  handled,                // the failure of the write is handled
  spawned,                // the write is done by a process that is started in between
  contextual,             // not (yet) known to be dirty
  by_unknown_call,        // through a call of a fun that is not followed
  by_name_holder,         // only the process that holds a name writes
  by_type,                // only if the location is of a type that is not known here
  by_callers,             // only if callers pass the same key for the read and the write
  by_key,                 // of a helper that gets the key, in a caller that gives it
  after_finding_nothing,  // the write is done only when the read found nothing
  used_after,             // what was read is used after the write
  passed_on_after,        // the object that was found is passed on after the write
  sends_answer_too,       // a message that holds what was read as well
  forwarded,              // a message that functions send which do not know what it is
  read_again,             // it is read again before the write, in a transaction or one of many
};

struct Pair {
  uint32_t state = 0;
  Site read, write;
  ChainId read_chain, write_chain;
  FunctionId frame;  // in which the two meet
  Location read_location, write_location;
  SymId value;  // that the write writes besides the key, or unknown
  Same same = Same::no;
  Flags<PairFact> facts;
  std::vector<Condition> conditions;  // what the parameters of the frame have to be
  std::vector<Condition> answers;     // likewise, what the frame has been given by others
  uint32_t label =
      UINT32_MAX;     // in Collected::labels: the key in words of the current clause, if they differ
  Guards guards = 0;  // that are held from before the read to the write, by what the frame calls

  // The write is decided by this read, as far as one can be sure of anything.
  bool decides_surely() const {
    return !is(PairFact::independent) && !is(PairFact::writes_found_object) && same >= Same::likely;
  }
  bool is(PairFact fact) const { return facts.has(fact); }
  void set(PairFact fact, bool holds) { facts.set(fact, holds); }
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
