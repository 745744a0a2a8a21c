// When the factors of factors.def apply: one small question for each, or for several that exclude each other.
#include <algorithm>

#include "erlang/judge/earlier_answers.h"
#include "erlang/judge/harm.h"
#include "erlang/judge/lock_calls.h"
#include "erlang/judge/other_writers.h"
#include "erlang/judge/own_key.h"
#include "erlang/judge/rules.h"
#include "erlang/judge/runs.h"
#include "erlang/judge/written_back.h"

namespace dh::erlang {

namespace {

using Choice = std::optional<FactorId>;

// --- what the read means for the write

bool is_unused_read(const Suspect& s) {
  return s.pair.is(PairFact::independent);
}

bool is_by_type(const Suspect& s) {
  return s.pair.is(PairFact::by_type);
}

bool is_written_from_read(const Suspect& s) {
  return s.pair.is(PairFact::data);
}

// Of tables. Two processes then often write the same, or something that is as good; not so where another
// clause writes what it computes of the value: that is lost.
bool is_decision_only(const Suspect& s) {
  bool of_table =
      s.state.ets_tables || s.state.rule == Rule::erlang_dets || s.state.rule == Rule::erlang_mnesia;
  bool is_used = s.pair.is(PairFact::data) || s.pair.is(PairFact::independent);
  bool is_bag = s.state.ets_tables && s.table() == TableSharing::shared_bag;
  return of_table && s.effect == Effect::act && !s.state.cache && !is_used && !is_bag &&
         !s.context.updating_reads.contains({s.pair.frame, s.pair.read});
}

// Each of two processes would continue with what it has created: a counter, a table, a process.
bool is_repeated_work(const Suspect& s) {
  return s.state.cache && !fills_cache(s) && !s.pair.is(PairFact::data) &&
         !s.pair.is(PairFact::independent) && !is_fresh(s.context, s.pair.value) &&
         !(s.state.setters && is_set_elsewhere(s.context, s.pair));
}

bool is_written_anyway(const Suspect& s) {
  if (s.pair.is(PairFact::data) || s.pair.is(PairFact::independent) || s.state.messages) return false;
  // A group of calls has no place of its own in the frame; nor has a call that a recursion leads to.
  auto is_in_frame = [&](ChainId chain, Site site) {
    return (chain.valid() ? s.context.races.chains[chain].call.function : site.function) == s.pair.frame;
  };
  if (!is_in_frame(s.pair.read_chain, s.pair.read) || !is_in_frame(s.pair.write_chain, s.pair.write))
    return false;
  return clauses_of_calls(s.context, s.pair.frame)
      .happens_anyway(read_call(s.context, s.pair), write_call(s.context, s.pair));
}

bool is_existing_only(const Suspect& s) {
  return tests_existence(s.context.races, s.pair);
}

bool is_settings_update(const Suspect& s) {
  return s.state.rule == Rule::erlang_application_env && s.pair.is(PairFact::data) && !normalizes_value(s);
}

// Of state that is set once, and of settings: what a process puts into a table is its own.
bool is_normalized(const Suspect& s) {
  return s.state.cache && normalizes_value(s);
}

Choice choose_constant(const Suspect& s) {
  // Of a limit: what is added each time is not what the counter is then.
  if (s.state.cache || s.state.dependence == Dependence::control) return std::nullopt;
  switch (constant_write(s.context, s.pair)) {
    case ConstantWrite::no:
      return std::nullopt;
    case ConstantWrite::over_count:
      return FactorId::constant_over_count;
    case ConstantWrite::flag:
      return s.pair.is(PairFact::used_after) ? FactorId::constant_taken : FactorId::constant_flag;
    case ConstantWrite::repeated:
      return FactorId::constant_only;
  }
  return std::nullopt;
}

bool is_written_back(const Suspect& s) {
  return writes_back_value_read(s.context, s.pair);
}

bool is_exit_after_write(const Suspect& s) {
  return exits_after_write(s.context, s.pair);
}

// --- which key of which table

Choice choose_table_access(const Suspect& s) {
  if (!s.state.ets_tables) return std::nullopt;
  switch (s.table()) {
    case TableSharing::owner_only:
      return std::nullopt;
    case TableSharing::shared:
    case TableSharing::shared_bag:
      return FactorId::public_table;
    case TableSharing::some_protected:
      return FactorId::some_protected;
    case TableSharing::likely_shared:
      return FactorId::likely_public;
    case TableSharing::unknown:
      return FactorId::unknown_access;
    case TableSharing::of_each:
      return FactorId::table_of_each;
  }
  return std::nullopt;
}

bool is_bag(const Suspect& s) {
  return s.state.ets_tables && s.table() == TableSharing::shared_bag && !s.state.shared_reads &&
         s.effect == Effect::act;
}

bool is_traversal_of_shared(const Suspect& s) {
  return s.state.ets_tables && s.state.shared_reads &&
         (s.table() == TableSharing::shared || s.table() == TableSharing::shared_bag);
}

bool is_table_only_filled(const Suspect& s) {
  return s.state.ets_tables && s.state.shared_reads && is_only_filled(s.context, s.pair);
}

Choice choose_whole_table(const Suspect& s) {
  const SymTable& syms = s.context.races.syms;
  if (!s.removes()) return FactorId::whole_table;
  if (s.pair.is(PairFact::used_after) && is_counted_by_others(s.context, s.pair))
    return FactorId::counted_removed;
  if (takes_one_of_many(s.context, s.pair)) return FactorId::takes_one;
  bool kind = s.pair.write_location.key != syms.any() && syms.has_any(s.pair.write_location.key);
  if (kind) return FactorId::removes_kind;
  return s.pair.read_location.key != syms.any() ? FactorId::removes_matches : FactorId::removes_found;
}

Choice choose_key(const Suspect& s) {
  SymId some = s.context.races.syms.some();
  switch (s.pair.same) {
    case Same::likely:
      if (s.is_about_whole_table()) return choose_whole_table(s);
      return s.pair.is(PairFact::writes_found_object) ? FactorId::carried_key : FactorId::likely_same_key;
    case Same::maybe:
      return s.pair.read_location.key == some || s.pair.write_location.key == some ? FactorId::joined_keys
                                                                                   : FactorId::maybe_same_key;
    default:
      return std::nullopt;
  }
}

Choice choose_renewed(const Suspect& s) {
  if (!s.pair.is(PairFact::read_again)) return std::nullopt;
  return s.is_about_whole_table() ? FactorId::each_read_again : FactorId::read_again;
}

// A name that its process holds as long as the node runs.
bool is_permanent_name(const Suspect& s) {
  const Races& races = s.context.races;
  const Sym& key = races.syms[s.pair.write_location.key];
  if (s.state.permanent.empty() || key.kind != SymKind::constant) return false;
  const Constant& constant = races.core.constant(ConstantId(key.index));
  const std::vector<Symbol>& names = s.state.permanent;
  return constant.kind == ConstantKind::atom &&
         std::find(names.begin(), names.end(), constant.text) != names.end();
}

bool is_key_fresh(const Suspect& s) {
  return has_fresh_key(s.context, s.pair);
}

// --- messages

bool is_compared(const Suspect& s) {
  return s.pair.is(PairFact::sends_answer_too);
}

bool is_forwarded(const Suspect& s) {
  return s.pair.is(PairFact::forwarded);
}

// --- removing

bool is_removal(const Suspect& s) {
  return s.removes() && !s.is_about_whole_table();
}

Choice choose_creators(const Suspect& s) {
  if (!is_removal(s)) return std::nullopt;
  switch (creators_of(s.context, s.pair, s.runner().process)) {
    case Creators::others:
      return std::nullopt;
    case Creators::starts:
      return FactorId::written_at_start;
    case Creators::awaited_starts:
      return FactorId::written_by_awaited;
  }
  return std::nullopt;
}

// --- failures

bool is_answer_returned(const Suspect& s) {
  return s.effect == Effect::answers && returns_answer(s.context, s.pair.write);
}

bool is_started_later(const Suspect& s) {
  return s.pair.is(PairFact::spawned) && (s.state.rule == Rule::erlang_alive_check || s.removes());
}

bool may_fail_unhandled(const Suspect& s) {
  return s.effect == Effect::failing && !s.pair.is(PairFact::handled) && !s.pair.is(PairFact::spawned);
}

bool is_failure_handled(const Suspect& s) {
  return (s.effect == Effect::failing && s.pair.is(PairFact::handled)) ||
         (may_fail_unhandled(s) && s.caught() == Caught::near);
}

bool is_handled_by_callers(const Suspect& s) {
  return may_fail_unhandled(s) && s.caught() == Caught::far;
}

bool is_exit_of_call(const Suspect& s) {
  const OperationModel* operation = s.context.races.operation_at(s.pair.write, s.pair.state);
  return operation != nullptr && operation->exits;
}

bool is_watched(const Suspect& s) {
  return may_fail_unhandled(s) && is_failure_watched(s.context, s.pair.frame);
}

// --- who else writes, and which process runs it

Choice of_others(const OtherWrites& others, Choice if_certain) {
  if (others.has(OtherWrite::certain)) return if_certain;
  if (others.has(OtherWrite::removal)) return FactorId::others_remove;
  if (others.has(OtherWrite::unknown_key)) return FactorId::others_unknown_key;
  if (others.has(OtherWrite::fresh_key)) return FactorId::others_fresh_key;
  if (others.has(OtherWrite::table_start)) return FactorId::others_create_table;
  if (others.has(OtherWrite::test)) return FactorId::others_are_tests;
  return std::nullopt;
}

Choice choose_name(const Suspect& s) {
  bool under_name = s.context.roles.under_name(s.pair.frame);
  if (s.state.all_nodes && s.runner().on_each_node)
    return s.pair.is(PairFact::by_name_holder) || under_name ? Choice(FactorId::one_per_node) : std::nullopt;
  if (!s.without_name()) return std::nullopt;
  if (s.pair.is(PairFact::by_name_holder)) return of_others(*s.without_name(), FactorId::name_holder);
  return s.without_name()->hits_key() ? std::nullopt : of_others(*s.without_name(), std::nullopt);
}

Choice choose_own_key(const Suspect& s) {
  return s.without_own_key() ? of_others(*s.without_own_key(), FactorId::own_key) : std::nullopt;
}

bool is_alone(const Suspect& s) {
  return s.single().is_single && s.single().others.none();
}

bool needs_other_node(const Suspect& s) {
  return is_alone(s) && s.state.some_nodes && s.runner().on_each_node;
}

bool is_maybe_single(const Suspect& s) {
  return is_alone(s) && !s.single().doubts.empty();
}

Choice choose_server(const Suspect& s) {
  const SingleProcess& single = s.single();
  return single.is_single ? of_others(single.others, FactorId::server_itself) : std::nullopt;
}

bool is_maybe_not_server(const Suspect& s) {
  return s.single().is_single && !s.single().others.none() && !s.single().doubts.empty();
}

std::string doubts(const Suspect& s) {
  return s.single().doubts;
}

bool is_key_of_server(const Suspect& s) {
  const std::optional<Roles::Process>& process = s.runner().process;
  return process && !s.pair.is(PairFact::by_name_holder) && !s.single().is_single &&
         has_key_of_server(s.context, s.pair) &&
         !writes_of_other_processes(s.context, s.pair, *process).hits_key();
}

bool is_key_of_seen_servers(const Suspect& s) {
  return !s.single().is_single && !is_key_of_server(s) && has_key_of_seen_servers(s.context, s.pair);
}

Choice choose_start(const Suspect& s) {
  if (!at_start(s.context, s.pair)) return std::nullopt;
  return s.context.roles.at_start_of_many(s.pair.frame) ? FactorId::start_of_many : FactorId::at_start;
}

std::string form_doubt(const Suspect& s) {
  return other_form_doubt(s.context, s.pair.frame);
}

bool is_linked(const Suspect& s) {
  return s.state.rule == Rule::erlang_alive_check && is_linked_to_process(s.context, s.pair);
}

bool is_test_code(const Suspect& s) {
  return s.context.roles.is_test_code(s.pair.frame);
}

// Of a library nothing is known of the processes that use it; the one that an application consists of are
// there.
bool has_unseen_callers(const Suspect& s) {
  const Roles& roles = s.context.roles;
  const std::vector<Role>& run_by = roles.of(s.pair.frame);
  if (!roles.in_application() || run_by.empty() || run_by[0].kind != RoleKind::anyone) return false;
  SeenProcesses seen = roles.seen_in(s.pair.frame);
  if (seen.several) return false;
  seen |= seen_writers(s.context, s.pair);
  return !seen.several;
}

bool has_no_callers(const Suspect& s) {
  return s.context.roles.of(s.pair.frame).empty();
}

// --- what excludes other processes

Choice choose_lock(const Suspect& s) {
  const LockedOut& locked = s.locked();
  if (!locked.is_locked || (!locked.by_lock && locked.others.hits_key())) return std::nullopt;
  return of_others(locked.others, FactorId::lock_not_taken);
}

bool has_useless_lock(const Suspect& s) {
  return (guards_of(s.context, s.pair) & guard::kVainLock) != 0;
}

bool is_in_transaction(const Suspect& s) {
  return (guards_of(s.context, s.pair) & guard::kTransaction) != 0;
}

bool is_between_locks(const Suspect& s) {
  return is_between_lock_calls(s.context, s.pair);
}

bool has_claim(const Suspect& s) {
  return is_claimed(s.context, s.pair);
}

bool is_ruled_out(const Suspect& s) {
  return is_ruled_out_by_callers(s.context, s.pair);
}

// --- how far the two are apart

bool is_unknown_fun(const Suspect& s) {
  return s.pair.is(PairFact::by_unknown_call);
}

uint32_t calls_between(const Suspect& s) {
  const Races& races = s.context.races;
  return races.chains.length(s.pair.read_chain) + races.chains.length(s.pair.write_chain);
}

Choice choose_distance(const Suspect& s) {
  uint32_t calls = calls_between(s);
  if (calls > 24) return FactorId::calls_25;
  if (calls > 12) return FactorId::calls_13;
  return calls > 6 ? Choice(FactorId::calls_7) : std::nullopt;
}

std::string call_count(const Suspect& s) {
  return std::to_string(calls_between(s));
}

constexpr FactorRule if_(FactorId factor, bool (*applies)(const Suspect&),
                         std::string (*detail)(const Suspect&) = nullptr) {
  return {factor, applies, nullptr, detail};
}

constexpr FactorRule one_of(Choice (*choose)(const Suspect&),
                            std::string (*detail)(const Suspect&) = nullptr) {
  return {{}, nullptr, choose, detail};
}

constexpr FactorRule at_most(FactorId factor, bool (*applies)(const Suspect&)) {
  return {factor, applies, nullptr, nullptr, true};
}

constexpr FactorRule kFactorRules[] = {
    if_(FactorId::unused_read, is_unused_read),
    if_(FactorId::by_type, is_by_type),
    one_of(choose_table_access),
    if_(FactorId::bag, is_bag),
    if_(FactorId::traversal_needs_delete, is_traversal_of_shared),
    if_(FactorId::only_filled, is_table_only_filled),
    if_(FactorId::written_from_read, is_written_from_read),
    if_(FactorId::decides_only, is_decision_only),
    one_of(choose_lock),
    if_(FactorId::useless_lock, has_useless_lock),
    if_(FactorId::in_transaction, is_in_transaction),
    if_(FactorId::repeated_work, is_repeated_work),
    if_(FactorId::normalized, is_normalized),
    if_(FactorId::settings_update, is_settings_update),
    if_(FactorId::written_anyway, is_written_anyway),
    if_(FactorId::existing_only, is_existing_only),
    if_(FactorId::permanent_name, is_permanent_name),
    if_(FactorId::fresh_key, is_key_fresh),
    one_of(choose_constant),
    if_(FactorId::writes_back, is_written_back),
    one_of(choose_name),
    one_of(choose_own_key),
    one_of(choose_key),
    one_of(choose_renewed),
    if_(FactorId::compared, is_compared),
    if_(FactorId::forwarded, is_forwarded),
    if_(FactorId::removal, is_removal),
    one_of(choose_creators),
    if_(FactorId::answer_returned, is_answer_returned),
    if_(FactorId::started_later, is_started_later),
    if_(FactorId::failure_handled, is_failure_handled),
    if_(FactorId::callers_handle_failure, is_handled_by_callers),
    if_(FactorId::exits_like_any_call, is_exit_of_call),
    if_(FactorId::failure_watched, is_watched),
    if_(FactorId::other_node, needs_other_node),
    at_most(FactorId::other_node_is_note, needs_other_node),
    if_(FactorId::maybe_single, is_maybe_single, doubts),
    one_of(choose_server),
    if_(FactorId::maybe_not_server, is_maybe_not_server, doubts),
    if_(FactorId::key_of_server, is_key_of_server),
    if_(FactorId::key_of_seen_servers, is_key_of_seen_servers),
    if_(FactorId::between_lock_calls, is_between_locks),
    if_(FactorId::claimed, has_claim),
    if_(FactorId::ruled_out_by_callers, is_ruled_out),
    one_of(choose_start, form_doubt),
    if_(FactorId::unseen_callers, has_unseen_callers),
    if_(FactorId::linked_process, is_linked),
    if_(FactorId::only_tests, is_test_code),
    at_most(FactorId::only_tests_is_note, is_test_code),
    if_(FactorId::exits_after_write, is_exit_after_write),
    if_(FactorId::no_callers, has_no_callers),
    if_(FactorId::unknown_fun, is_unknown_fun),
    one_of(choose_distance, call_count),
    at_most(FactorId::filled_twice, fills_cache),
    at_most(FactorId::time_written, writes_time),
};

}  // namespace

std::span<const FactorRule> factor_rules() {
  return kFactorRules;
}

FactorId start_factor(const StateModel& state) {
  constexpr std::string_view kPrefix = "erlang-start-";
  std::span<const Factor> table = factor_table(FactorId{});
  for (size_t i = 0; i < table.size(); ++i) {
    std::string_view id = table[i].id;
    if (id.starts_with(kPrefix) && id.substr(kPrefix.size()) == state.like) return static_cast<FactorId>(i);
  }
  DH_CHECK(false, "every built-in state has a start factor");
  return {};
}

std::string start_detail(const Suspect& s) {
  const char* use = s.pair.is(PairFact::independent) ? "is followed by a write that does not use it"
                    : s.pair.is(PairFact::data) || s.pair.is(PairFact::control)
                        ? "decides a later change of it"
                    : s.removes() ? "is still used after a removal of it"
                                  : "is still used after an overwrite of it";
  return s.state.thing + " " + use;
}

}  // namespace dh::erlang
