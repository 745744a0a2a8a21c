// The reads of a function and of its callees, from where they happen to where they stop mattering.
#pragma once

#include "erlang/search/path_state.h"
#include "erlang/search/walk_inputs.h"

namespace dh::erlang {

// What a value is on the paths through a read: the result of a branch that reads in some of its clauses, or
// of a callee.
struct Outcome {
  ValueId value;
  std::vector<ValueId> of_clauses;
  std::vector<SymId> given;
};

struct PendingRead {
  Datum datum;
  Site site;
  ChainId chain;  // once it is pending, from this function on
  bool contextual = false;
  ReadSet bit;
  uint32_t call = 0;                        // of this function, through which it came
  bool to_result = false, decides = false;  // of a whole clause of the function
  bool absent = false;                      // the paths on from the answer: there is nothing
  bool relied = false;                      // some of its clauses have removed what it found
  Guards guards = 0;                        // that were held there
  uint32_t open = 0;    // of an absent one: how deep the clause is that is taken for this answer, while in it
  bool merged = false;  // it stands for several reads that came at different times
  std::vector<Condition> conditions;
  std::vector<Outcome> outcomes;
  uint32_t failures_before = 0;   // PendingReads::failures after the call that read it
  std::vector<uint32_t> without;  // the reads that are its absent paths on
  uint32_t found = 0;             // of an absent one: the read that found something
};

class PendingReads {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;

  explicit PendingReads(const WalkInputs& in) : in_(in) {}

  size_t size() const { return reads_.size(); }
  PendingRead& operator[](uint32_t which) { return reads_[which]; }
  const PendingRead& operator[](uint32_t which) const { return reads_[which]; }

  // A read by a call of this function; which one it is now, or kNone where nobody has to know of it.
  uint32_t add(uint32_t call, PendingRead& read, PathState& s, Taint& result);
  // The absent paths on from a read.
  uint32_t add_absent(uint32_t found, Outcome answer, uint32_t depth, PathState& s);
  // The same read where it found something.
  uint32_t find_found(const PendingRead& absent) const;
  // The reads for a process that gave this value itself.
  ReadSet lookups_of(ValueId v) const;

  // Where a function is nothing but its clauses, each of them has all the bits for its own reads.
  void begin_clause_of_function() { first_of_clause_ = reads_.size(); }
  void end_clauses_of_function() { first_of_clause_ = 0; }
  // What was known of values inside a loop is not true of the next round's.
  void forget_locals(size_t first);

  // How many steps were walked that may raise an exception.
  uint32_t failures() const { return failures_; }
  void note_failure() { ++failures_; }

 private:
  // The call, what it reads there, and how.
  using Key = std::tuple<uint32_t, Site, Datum, bool, bool>;
  static Key key_of(const PendingRead& r) { return {r.call, r.site, r.datum, r.contextual, r.absent}; }
  void merge_many(PendingRead& read);

  const WalkInputs& in_;
  std::vector<PendingRead> reads_;
  KeyMap<Key, uint32_t> index_;
  KeyMap<GroupKey, uint32_t> reads_of_datum_;  // how many, in the current clause of the function
  size_t first_of_clause_ = 0;                 // the read that has the first bit
  uint32_t failures_ = 0;
};

}  // namespace dh::erlang
