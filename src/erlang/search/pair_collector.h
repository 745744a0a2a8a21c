// Listens to a walk over final summaries: which reads and writes make pairs, which writes there are, and what
// becomes of what was read.
#pragma once

#include "erlang/search/frame.h"
#include "erlang/summaries/collected.h"

namespace dh::erlang {

class PairCollector : public WalkListener {
 public:
  PairCollector(Frame& frame, Collected& collected)
      : frame_(frame), in_(frame.in), guards_(frame.in.guards_of_function()), collected_(collected) {}

  void on_write(Write& w, bool shared, PathState& s) override;
  void on_callee(const CalleeEntry& entry) override;
  void on_use(const PathState& s, const Taint& use, std::span<const ValueId> values, const Call* by) override;
  void on_end(const PathState& s, const Taint& control, bool by_clauses) override;

  FunctionPairs take() { return std::move(now_); }

 private:
  void add_pairs(const Write& w, PathState& s);
  void complete(Pair& pair, const PendingRead& read, const Write& w);
  void keep_for_callers(Meeting& meeting, const Write& w);
  uint32_t label_of(const Pair& pair);
  void log(const Write& w, bool shared);
  // Helpers that read and write whatever key they are given: their pairs, for each key that callers give.
  void keep_helper_pair(const Pair& pair);
  void lift_helper_pair(const CalleeEntry& entry, Pair pair);
  // Whether callers decide whether it is a pair: this function, or one that calls it.
  bool settle_for_callee(const CalleeEntry& entry, const Pair& of_callee, Pair& pair);
  void add_contextual(uint32_t pair);
  // What was removed and is used afterwards.
  bool writes_again(const Call& c, const Pair& pair);
  bool is_one_of_all(const Pair& pair) const;
  bool carries(ValueId whole, const PendingRead& read) const;

  Frame& frame_;
  const WalkInputs& in_;
  Guards guards_;  // of the function itself
  Collected& collected_;
  FunctionPairs now_;
  // Numbers in FunctionPairs::helpers, by locations and accesses, and by locations only.
  KeyMap<std::tuple<Location, Location, Site, Site>, uint32_t> helpers_;
};

}  // namespace dh::erlang
