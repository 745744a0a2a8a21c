// Why pairs are no races at all: one small question for each line of exclusions.def.
#include "erlang/judge/own_key.h"
#include "erlang/judge/rules.h"

namespace dh::erlang {

namespace {

bool is_not_dirty(const Suspect& s) {
  return s.pair.is(PairFact::contextual);
}

bool is_silenced(const Suspect& s) {
  const Core& core = s.context.races.core;
  return core.function(s.pair.write.function).silenced || core.function(s.pair.frame).silenced;
}

bool is_unused_flag(const Suspect& s) {
  return s.pair.is(PairFact::independent) && s.state.flags;
}

bool is_private_table(const Suspect& s) {
  return s.state.ets_tables && s.table() == TableSharing::owner_only;
}

bool is_fixed_table(const Suspect& s) {
  return s.state.shared_reads && fixes_table(s.context, s.pair);
}

// Nobody relies on having started the process.
bool is_answer_used(const Suspect& s) {
  const Site& write = s.pair.write;
  const Call& call = s.context.races.core.function(write.function).calls[write.call];
  return s.context.races.model.named_starts.contains(call.callee) && !matches_answer(s.context, s.pair);
}

bool is_guarded(const Suspect& s) {
  return s.locked().is_locked && s.locked().others.none();
}

// The process that holds the name is the one that runs here.
bool is_own_name(const Suspect& s) {
  return s.pair.is(PairFact::by_name_holder) && s.state.rule == Rule::erlang_alive_check;
}

bool is_written_by_name_holders_only(const Suspect& s) {
  return s.without_name() && s.without_name()->none();
}

bool is_own_key(const Suspect& s) {
  return is_tagged_as_own(s.context, s.pair) || (s.without_own_key() && s.without_own_key()->none());
}

bool is_single_process(const Suspect& s) {
  const SingleProcess& single = s.single();
  bool other_nodes = s.state.some_nodes && s.runner().on_each_node;
  return single.is_single && single.others.none() && single.doubts.empty() && !other_nodes;
}

constexpr ExclusionRule kExclusionRules[] = {
    {Exclusion::not_dirty, is_not_dirty},
    {Exclusion::silenced, is_silenced},
    {Exclusion::unused_flag, is_unused_flag},
    {Exclusion::own_name, is_own_name},
    {Exclusion::private_table, is_private_table},
    {Exclusion::fixed_table, is_fixed_table},
    {Exclusion::answer_used, is_answer_used},
    {Exclusion::guarded, is_guarded},
    {Exclusion::only_name_holders, is_written_by_name_holders_only},
    {Exclusion::own_key, is_own_key},
    {Exclusion::single_process, is_single_process},
};

}  // namespace

std::span<const ExclusionRule> exclusion_rules() {
  return kExclusionRules;
}

}  // namespace dh::erlang
