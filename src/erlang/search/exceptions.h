// What goes on after an exception: the handlers of a try, in this function or around its callers.
#pragma once

#include "erlang/search/pending_reads.h"

namespace dh::erlang {

class Exceptions {
 public:
  // The body of a try with handlers, while it is walked.
  struct Body {
    uint32_t failures_before = 0;
    std::vector<uint32_t> pending;  // an exception may come after these, though a write has ended them
    Taint thrown;                   // what is thrown depends on
    Body* around = nullptr;
  };

  explicit Exceptions(PendingReads& reads) : reads_(reads) {}

  void begin(Body& body);
  void end(const Body& body) { body_ = body.around; }

  // A step was walked that may raise an exception; where it always does, `s` is what a handler goes on from.
  void may_fail(const PathState& s);
  // throw(What).
  void note_thrown(const Taint& what, const PathState& s);
  // What a callee throws comes from a read of its own.
  void bring_thrown(uint32_t call, PendingRead& read, const PathState& s);
  // A write has ended these reads: a handler may still come after them.
  void note_ended(std::span<const uint32_t> reads);
  // Reads on which depends what is thrown out of the function.
  const std::vector<uint32_t>& thrown() const { return thrown_; }

 private:
  void leave_by_throw(uint32_t which);

  PendingReads& reads_;
  Body* body_ = nullptr;  // of the innermost try with handlers
  std::vector<uint32_t> thrown_;
};

}  // namespace dh::erlang
