// What goes on after an exception: the handlers of a try, in this function or around its callers.
#include <algorithm>

#include "erlang/search/walk.h"

namespace dh::erlang {

// Something was walked that may raise an exception; where it always does, `s` is what a handler goes on from.
void Walker::may_fail(const State& s) {
  constexpr ptrdiff_t kMost = 256;  // of the last reads
  ++failures_;
  if (handled_ == nullptr || !s.dead) return;
  auto last = s.pending.end() - std::min(kMost, std::ssize(s.pending));
  handled_->pending.insert(handled_->pending.end(), last, s.pending.end());
}

// throw(What).
void Walker::note_thrown(const Taint& what, const State& s) {
  if (handled_ != nullptr) {
    handled_->thrown |= what;
    return;
  }
  for (uint32_t which : s.pending) {
    if (what.reads.meets(occurrences_[which].bit)) leave_by_throw(which);
  }
}

void Walker::leave_by_throw(uint32_t which) {
  if (occurrences_[which].absent || thrown_.size() >= kMostThrown) return;
  if (std::find(thrown_.begin(), thrown_.end(), which) == thrown_.end()) thrown_.push_back(which);
}

// What a callee throws comes from a read of its own.
void Walker::bring_thrown(uint32_t call, Occurrence& o, const State& s) {
  State aside;
  Taint from;
  uint32_t which = read(call, o, aside, from);
  if (which == UINT32_MAX) return;
  if (handled_ == nullptr) return leave_by_throw(which);
  handled_->thrown |= from;
  if (!s.dead) handled_->pending.push_back(which);
}

// What the handlers' patterns are about depends on what the body has thrown.
void Walker::taint_caught(const Attempt& a, const Handled& handled) {
  for (ValueId v : f_.operands_in(a.caught)) {
    Taint all = taint(v);
    all |= handled.thrown;
    taints_[v.index()] = all;
    tainted_[v.index()] = true;
  }
}

void Walker::give_thrown() {
  for (uint32_t which : thrown_) {
    ReadSummary read = outside(occurrences_[which]);
    read.to_result = true;
    if (!r_.hopeless(read.datum)) out_.thrown.push_back(std::move(read));
  }
}

}  // namespace dh::erlang
