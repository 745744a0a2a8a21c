// Which parameters and reads the values of a function depend on.
#pragma once

#include "erlang/search/walk_inputs.h"

namespace dh::erlang {

class Taints {
 public:
  explicit Taints(const WalkInputs& in) : in_(in), taints_(in.f.values.size()), final_(in.f.values.size()) {}

  Taint of(ValueId v);
  Taint of_all(std::span<const ValueId> values);
  // Whether a local of which it is made depends on one of the reads.
  bool depends(SymId s, const ReadSet& reads);
  // The reads that a value is made of, not those that only chose it.
  ReadSet made_of(ValueId whole);

  // The walk knows the results of calls, messages and exceptions when it gets to them.
  void set(ValueId v, const Taint& taint);
  void add_reads(ValueId v, const ReadSet& reads);
  // What a call gave in an earlier round of a comprehension.
  const Taint& last_of(ValueId v) const { return taints_[v.index()]; }

  // Rounds of a comprehension: what values depend on is the same for all of them, so each round adds to it.
  class Rounds {
   public:
    explicit Rounds(Taints& taints) : taints_(taints), before_(taints.final_), called_(before_.size()) {}
    void begin() { taints_.final_ = before_; }
    void end();
    // After the last one.
    void finish();

   private:
    Taints& taints_;
    std::vector<bool> before_, called_;
  };

 private:
  const WalkInputs& in_;
  std::vector<Taint> taints_;  // by value
  std::vector<bool> final_;    // by value
};

// The values that a value is put together from: what stands there twice is visited once.
class Parts {
 public:
  explicit Parts(ValueId whole) : todo_{whole} { seen_.insert(whole.value); }

  bool next(ValueId& v);
  void add(std::span<const ValueId> values);

 private:
  std::vector<ValueId> todo_;
  FlatSet<uint32_t> seen_;
};

}  // namespace dh::erlang
