// What messages hold: parts that come from an earlier answer of the same server, or from parameters.
#pragma once

#include "erlang/search/assumptions.h"
#include "erlang/search/pending_reads.h"
#include "erlang/search/taints.h"
#include "erlang/search/write.h"
#include "erlang/summaries/pairs.h"

namespace dh::erlang {

class Messages {
 public:
  Messages(const WalkInputs& in, SymbolicValues& values, Assumptions& assumed, Taints& taints)
      : in_(in), values_(values), assumed_(assumed), taints_(taints) {}

  // The elements of a message: what it is about besides its tag. Callers know what a parameter holds.
  std::vector<Write::Part> payload_of(ValueId message) const;
  // What a callee sends of its arguments; the value is invalid where there is nothing.
  Write::Part payload_of(SymId part, std::span<const ValueId> arguments) const;
  // Adds the parts that come from the parameters; whether the message was put together for the function that
  // sends it.
  bool keep_payload(const Write& w, std::vector<SymId>& kept);
  // Whether a message holds something computed from an answer of the same server, and the answer itself or a
  // part of it besides.
  void compare_with_answer(const PendingRead& read, const Write& w, Pair& pair);

 private:
  void compare_part(ValueId v, const PendingRead& read, const Write& w, int depth, Pair& pair);
  bool is_part_of_answer(ValueId v, const PendingRead& read) const;
  bool is_new_version(ValueId v, const PendingRead& read);
  bool is_new_tuple(std::span<const ValueId> elements, const PendingRead& read);
  bool asks_for_it(const PendingRead& read, const Write& w) const;
  std::vector<ValueId> named_in(const Call& c) const;

  const WalkInputs& in_;
  SymbolicValues& values_;
  Assumptions& assumed_;
  Taints& taints_;
};

}  // namespace dh::erlang
