#include "erlang/search/exceptions.h"

#include <algorithm>

namespace dh::erlang {

void Exceptions::begin(Body& body) {
  body.failures_before = reads_.failures();
  body.around = body_;
  body_ = &body;
}

void Exceptions::may_fail(const PathState& s) {
  constexpr ptrdiff_t kMaxReads = 256;  // the last ones
  reads_.note_failure();
  if (body_ == nullptr || !s.dead) return;
  auto last = s.pending.end() - std::min(kMaxReads, std::ssize(s.pending));
  body_->pending.insert(body_->pending.end(), last, s.pending.end());
}

void Exceptions::note_thrown(const Taint& what, const PathState& s) {
  if (body_ != nullptr) {
    body_->thrown |= what;
    return;
  }
  for (uint32_t which : s.pending) {
    if (what.reads.meets(reads_[which].bit)) leave_by_throw(which);
  }
}

void Exceptions::leave_by_throw(uint32_t which) {
  if (reads_[which].absent || thrown_.size() >= kMaxThrown) return;
  if (std::find(thrown_.begin(), thrown_.end(), which) == thrown_.end()) thrown_.push_back(which);
}

void Exceptions::bring_thrown(uint32_t call, PendingRead& read, const PathState& s) {
  PathState aside;
  Taint from;
  uint32_t which = reads_.add(call, read, aside, from);
  if (which == PendingReads::kNone) return;
  if (body_ == nullptr) return leave_by_throw(which);
  body_->thrown |= from;
  if (!s.dead) body_->pending.push_back(which);
}

void Exceptions::note_ended(std::span<const uint32_t> reads) {
  if (body_ == nullptr) return;
  for (uint32_t which : reads) {
    if (reads_.failures() > std::max(reads_[which].failures_before, body_->failures_before))
      body_->pending.push_back(which);
  }
}

}  // namespace dh::erlang
