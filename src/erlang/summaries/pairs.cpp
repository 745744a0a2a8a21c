#include "erlang/summaries/pairs.h"

#include "erlang/summaries/context.h"

namespace dh::erlang {

bool PairList::is_better(const Pair& a, const Pair& b) const {
  auto key = [&](const Pair& p) {
    int length = static_cast<int>(terms_->chains.length(p.read_chain) + terms_->chains.length(p.write_chain));
    return std::tuple(!p.is(PairFact::contextual), !p.is(PairFact::independent), !p.is(PairFact::handled),
                      !p.is(PairFact::by_type), p.same, p.is(PairFact::data), p.is(PairFact::control),
                      -length);
  };
  return key(a) > key(b);
}

void PairList::merge(Pair& known, const Pair& pair) const {
  bool same_frame = known.frame == pair.frame;
  bool absent = pair.is(PairFact::after_finding_nothing) && known.is(PairFact::after_finding_nothing);
  Guards guards = pair.guards & known.guards;
  std::vector<Condition> conditions = known.conditions, answers = known.answers;
  join_conditions(conditions, pair.conditions, terms_->domains);
  join_conditions(answers, pair.answers, terms_->domains);
  if (is_better(pair, known)) known = pair;
  if (!same_frame) return;
  known.set(PairFact::after_finding_nothing, absent);
  known.guards = guards;
  known.conditions = std::move(conditions);
  known.answers = std::move(answers);
}

uint32_t PairList::add(const Pair& pair) {
  Key framed{pair.write, pair.read, pair.state, pair.frame,
             pair.is(PairFact::by_key) ? pair.write_location.key : SymId()};
  Key anywhere = framed;
  if (!pair.is(PairFact::by_key)) anywhere.frame = FunctionId();
  for (const Key& key : {anywhere, framed}) {
    auto known = index_.find(key);
    if (known == index_.end()) continue;
    merge(pairs_[known->second], pair);
    return known->second;
  }
  bool local = !pair.read_chain.valid() && !pair.write_chain.valid();
  uint32_t index = static_cast<uint32_t>(pairs_.size());
  pairs_.push_back(pair);
  index_.emplace(local ? anywhere : framed, index);
  return index;
}

}  // namespace dh::erlang
