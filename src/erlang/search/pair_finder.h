// Which pending reads a write meets: the same location, and a path from the one to the other.
#pragma once

#include "erlang/search/absent_reads.h"
#include "erlang/search/messages.h"

namespace dh::erlang {

// A pending read, and the pair that it makes with a write: how the two are related is filled in.
struct Meeting {
  uint32_t read = 0;
  Pair pair;
};

class PairFinder {
 public:
  PairFinder(const WalkInputs& in, const Scope& scope, Assumptions& assumed, Conditions& conditions,
             Taints& taints, Outcomes& outcomes, AbsentReads& absent, Messages& messages,
             const PendingReads& reads)
      : in_(in),
        scope_(scope),
        assumed_(assumed),
        conditions_(conditions),
        taints_(taints),
        outcomes_(outcomes),
        absent_(absent),
        messages_(messages),
        reads_(reads) {}

  // `for_callers`: pairs of which only callers know whether the keys are the same are appended to it.
  std::vector<Meeting> find(const Write& w, const PathState& s, std::vector<Meeting>* for_callers = nullptr);
  // Of two locations in terms of the function: callers pass the keys, and may pass the same.
  bool left_to_callers(const Location& read, const Location& write);
  // A constant that is put there whatever was there before: that is gone.
  bool resets(const Write& w) const;

 private:
  bool meets(const PendingRead& read, const Write& w, Pair& pair);
  bool reaches(const PendingRead& read, const Write& w);
  bool relies(const PendingRead& read, const Write& w, Same same) const;
  bool found_there(const PendingRead& read, const Write& w);
  bool is_unchecked(const PendingRead& read, const Write& w, const PathState& s);
  bool only_not_self(const PendingRead& read);
  bool depends_on_type(const std::vector<Condition>& conditions, SymId key, const StateModel& state);
  std::vector<bool> find_older(const std::vector<Meeting>& met);
  void drop_older(std::vector<Meeting>& met);

  const WalkInputs& in_;
  const Scope& scope_;
  Assumptions& assumed_;
  Conditions& conditions_;
  Taints& taints_;
  Outcomes& outcomes_;
  AbsentReads& absent_;
  Messages& messages_;
  const PendingReads& reads_;
};

}  // namespace dh::erlang
