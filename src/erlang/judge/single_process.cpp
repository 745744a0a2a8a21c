#include "erlang/judge/single_process.h"

#include <algorithm>

#include "erlang/judge/other_writers.h"
#include "erlang/judge/own_key.h"
#include "erlang/judge/runs.h"
#include "erlang/judge/table_sharing.h"

namespace dh::erlang {

namespace {

// Whether values are what callbacks get as the state of their server, which comes last, or a part of that.
// One question, which remembers the parameters that it has asked about.
class StateParts {
 public:
  explicit StateParts(const JudgeContext& context) : context_(context) {}

  // Also where another part was changed.
  bool has(FunctionId f, ValueId part, int depth = kMaxCalls) {
    const CoreFunction& function = context_.races.core.function(f);
    const Value* v = &function.value(part);
    while (v->kind == ValueKind::field || v->kind == ValueKind::update)
      v = &function.value(function.operands_of(*v)[0]);
    return v->kind == ValueKind::param && has_parameter(f, v->index, depth);
  }

  bool has_parameter(FunctionId f, uint32_t parameter, int depth = kMaxCalls) {
    if (is_callback(context_.races.core, context_.races.model, f))
      return parameter + 1 == context_.races.core.function(f).arity;
    auto [it, fresh] = known_.try_emplace({f, parameter}, false);
    if (!fresh || depth == 0) return it->second;
    return known_[{f, parameter}] = is_given_by_all(f, parameter, depth);
  }

 private:
  static constexpr int kMaxCalls = 5;  // from the callback

  bool is_given_by_all(FunctionId f, uint32_t parameter, int depth) {
    const std::vector<CallSite>& callers = context_.graph.callers[f.index()];
    if (callers.empty() || !context_.roles.entered_by(f).empty()) return false;
    return std::all_of(callers.begin(), callers.end(), [&](const CallSite& site) {
      const CoreFunction& caller = context_.races.core.function(site.function);
      for (const Target& t : context_.races.values.targets(site.function, caller.calls[site.call])) {
        if (t.function != f || parameter >= t.arguments.size() || !t.arguments[parameter].valid()) continue;
        return has(site.function, t.arguments[parameter], depth - 1);
      }
      return false;
    });
  }

  const JudgeContext& context_;
  FlatMap<std::pair<FunctionId, uint32_t>, bool> known_;
};

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
  const Core& core = context.races.core;
  const SymTable& syms = context.races.syms;
  if (syms[part].kind == SymKind::tuple) {
    auto elements = syms.parts(part);
    return std::any_of(elements.begin(), elements.end(),
                       [&](SymId element) { return is_of_state(context, frame, element); });
  }
  while (syms[part].kind == SymKind::field) part = syms.parts(part)[0];
  if (syms[part].kind == SymKind::outer) {
    NodeId captured(syms[part].index);
    FunctionId owner = core.owner(captured);
    return StateParts(context).has(owner, core.value_of(owner, captured));
  }
  return syms[part].kind == SymKind::param && StateParts(context).has_parameter(frame, syms[part].index);
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

bool is_done_by_one_process(const JudgeContext& context, const Pair& pair) {
  if (pair.is(PairFact::by_name_holder) || context.roles.under_name(pair.frame) || has_own_key(context, pair))
    return true;
  auto process = process_of(context, pair);
  return process && (process->only_one() || has_own_table(context, pair, *process));
}

}  // namespace dh::erlang
