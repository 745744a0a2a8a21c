#include "erlang/judge/single_process.h"

#include <algorithm>

#include "erlang/judge/other_writers.h"
#include "erlang/judge/own_key.h"
#include "erlang/judge/runs.h"
#include "erlang/judge/state_parts.h"
#include "erlang/judge/table_sharing.h"

namespace dh::erlang {

namespace {

std::string form_text(const JudgeContext& context, FunctionId form) {
  return fmt::format("only another form of {}, which has no callers here, makes it any process",
                     context.races.core.name_of(form));
}

// Why there may be other processes after all, where one seems to be alone with what it does.
std::string doubts_of(const JudgeContext& context, const Pair& pair, bool alone) {
  std::string result = alone ? "" : "it is one child of a supervisor, or one event manager runs it";
  FunctionId form = context.roles.by_other_form(pair.frame);
  other_writes(context, pair, [&](const LoggedWrite& other) {
    if (!form.valid()) form = context.roles.by_other_form(other.frame);
    return false;
  });
  if (form.valid()) result += (result.empty() ? "" : "; ") + form_text(context, form);
  return result;
}

}  // namespace

std::string other_form_doubt(const JudgeContext& context, FunctionId function) {
  FunctionId form = context.roles.by_other_form(function);
  return form.valid() ? "; " + form_text(context, form) : "";
}

Runner runner_of(const JudgeContext& context, const Pair& pair) {
  Runner runner{process_of(context, pair)};
  runner.on_each_node = !(runner.process && runner.process->of_all_nodes);
  if (context.races.model.states[pair.state].all_nodes && runner.on_each_node) runner.process.reset();
  return runner;
}

SingleProcess single_process(const JudgeContext& context, const Pair& pair, const Runner& runner) {
  SingleProcess result;
  if (!runner.process || pair.is(PairFact::by_name_holder)) return result;
  const Roles::Process& process = *runner.process;
  // Taking a name does not make a process the only one before it has got it.
  bool about_names =
      effect_of(context, pair) == Effect::failing && !context.races.model.states[pair.state].ets_tables;
  bool alone =
      process.single || (process.takes_name && !about_names) || has_own_table(context, pair, process);
  if (!alone && !process.likely) return result;
  result.others = writes_of_other_processes(context, pair, process);
  result.doubts = doubts_of(context, pair, alone);
  result.is_single = alone || !result.others.hits_key();
  return result;
}

std::optional<OtherWrites> writes_without_name(const JudgeContext& context, const Pair& pair,
                                               const Runner& runner) {
  if (context.races.model.states[pair.state].all_nodes && runner.on_each_node) return std::nullopt;
  if (pair.is(PairFact::by_name_holder)) {
    return other_writes(context, pair, [&](const LoggedWrite& other) {
      return can_interfere(pair, other) && !other.owned &&
             !(runner.process && process_of(context, other) == runner.process);
    });
  }
  if (!context.roles.under_name(pair.frame)) return std::nullopt;
  // Only processes that hold a name write it, and the ones that they start for it.
  return other_writes(context, pair, [&](const LoggedWrite& other) {
    bool own_start = pair.is(PairFact::spawned) && other.site == pair.write;
    return can_interfere(pair, other) && !own_start && !context.roles.under_name(other.frame);
  });
}

namespace {

// It is a part of what the callbacks get as the state of their server, or a tuple with such a part.
bool is_of_state(const JudgeContext& context, FunctionId frame, SymId part) {
  return state_origin(context, frame, part).is_state();
}

// Tables without a fixed name, made by a process of which there are several: for each group of servers one.
bool is_one_of_many_tables(const JudgeContext& context, const Pair& pair) {
  TableView view =
      context.races.tables.view(context.races.syms.objects(pair.write_location.table, pair.frame));
  return !view.tables.empty() &&
         std::all_of(view.tables.begin(), view.tables.end(), [&](const TableInfo* table) {
           if (table->named && table->name.valid()) return false;
           auto maker = context.roles.process_of(table->maker);
           return maker && !maker->only_one() && !maker->likely;
         });
}

// A table that nodes share is no server's.
bool has_table_of_server(const JudgeContext& context, const Pair& pair) {
  const StateModel& state = context.races.model.states[pair.state];
  if (state.some_nodes || state.messages || !is_of_state(context, pair.frame, pair.write_location.table))
    return false;
  return !state.ets_tables || is_one_of_many_tables(context, pair);
}

}  // namespace

bool has_key_of_server(const JudgeContext& context, const Pair& pair) {
  if (!is_of_state(context, pair.frame, pair.write_location.key) && !has_table_of_server(context, pair))
    return false;
  return other_writes(context, pair, [&](const LoggedWrite& other) { return at_start(context, other); })
      .none();
}

namespace {

// Under which a removal that comes late hits the next server of that key.
bool is_removed_after_start(const JudgeContext& context, const Pair& pair) {
  if (effect_of(context, pair) != Effect::remove) return false;
  auto starts = [&](const LoggedWrite& other) { return at_start(context, other); };
  return !other_writes(context, pair, starts).none();
}

}  // namespace

bool has_key_of_seen_servers(const JudgeContext& context, const Pair& pair) {
  const StateModel& state = context.races.model.states[pair.state];
  if (state.messages || pair.is(PairFact::spawned) || pair.is(PairFact::by_name_holder)) return false;
  auto is_own = [&](SymId key) { return state_origin(context, pair.frame, key).may_be_own(); };
  if (!is_own(pair.write_location.key) || is_removed_after_start(context, pair)) return false;
  // One that is known to have its key from elsewhere can have the key of any server.
  auto by_other_key = [&](const LoggedWrite& other) {
    return can_interfere(pair, other) && !context.roles.only_tested(other.frame) &&
           state_origin(context, other.frame, other.location.key).other;
  };
  return !other_writes(context, pair, by_other_key).hits_key();
}

bool is_done_by_one_process(const JudgeContext& context, const Pair& pair) {
  if (pair.is(PairFact::by_name_holder) || context.roles.under_name(pair.frame) || has_own_key(context, pair))
    return true;
  auto process = process_of(context, pair);
  return process && (process->only_one() || has_own_table(context, pair, *process));
}

}  // namespace dh::erlang
