// A pair that is judged, with the answers that several factors and exclusions ask for, each computed once.
#pragma once

#include "erlang/judge/failures.h"
#include "erlang/judge/guards.h"
#include "erlang/judge/single_process.h"
#include "erlang/judge/table_sharing.h"

namespace dh::erlang {

template <typename T>
class Once {
 public:
  template <typename Make>
  const T& get(Make&& make) const {
    if (!value_) value_ = make();
    return *value_;
  }

 private:
  mutable std::optional<T> value_;
};

class Suspect {
 public:
  Suspect(const JudgeContext& c, const Pair& p)
      : context(c), pair(p), state(c.races.model.states[p.state]), effect(effect_of(c, p)) {}

  const JudgeContext& context;
  const Pair& pair;
  const StateModel& state;
  Effect effect;

  bool removes() const { return effect == Effect::remove; }
  // One of the two accesses is about a table as a whole, or all of a kind in it.
  bool is_about_whole_table() const;
  TableSharing table() const;
  const Runner& runner() const;
  const SingleProcess& single() const;
  const LockedOut& locked() const;
  const std::optional<OtherWrites>& without_name() const;
  // What others write under a key that has this process's pid in it; nothing where it has not.
  const std::optional<OtherWrites>& without_own_key() const;
  Caught caught() const;

 private:
  Once<TableSharing> table_;
  Once<Runner> runner_;
  Once<SingleProcess> single_;
  Once<LockedOut> locked_;
  Once<std::optional<OtherWrites>> without_name_, without_own_key_;
  Once<Caught> caught_;
};

}  // namespace dh::erlang
