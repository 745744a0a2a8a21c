#include <algorithm>

#include "erlang/judge/races.h"

namespace dh::erlang {

Judge::Judge(Races& r, const Roles& o, const CallGraph& g)
    : races(r), roles(o), graph(g), acts_of_(r.model.states.size()) {
  for (uint32_t i = 0; i < r.acts.size(); ++i) {
    const Datum& datum = r.acts[i].datum;
    r.acts[i].operation = r.operation_at(r.acts[i].site, datum.state);
    acts_of_[datum.state][datum.table].push_back(i);
  }
  for (uint32_t i = 0; i < r.core.function_count(); ++i) {
    FunctionId f(i);
    const CoreFunction& function = r.core.function(f);
    for (uint32_t c = 0; c < function.calls.size(); ++c) {
      const Call& call = function.calls[c];
      if (call.kind != CallKind::named) continue;
      auto it = r.model.operations.find(call.callee);
      if (it == r.model.operations.end()) continue;
      for (const OperationModel& op : it->second) {
        if (op.effect != Effect::read) writes.push_back({{f, c}, &op});
      }
    }
  }
}

Effect Judge::effect_at(Site site, uint32_t state) const {
  const OperationModel* op = races.operation_at(site, state);
  return op == nullptr ? Effect::act : op->effect;
}

// Whether who called the function gets to know what the call answered.
bool Judge::returns_answer(Site site) const {
  const CoreFunction& f = races.core.function(site.function);
  ValueId answer = f.calls[site.call].result;
  if (!f.result.valid() || f.result == answer) return f.result == answer;
  const Value& result = f.value(f.result);
  auto operands = f.operands_of(result);
  return result.kind == ValueKind::phi &&
         std::find(operands.begin(), operands.end(), answer) != operands.end();
}

// A parameter is what callbacks get as the state of their server, which comes last, or a part of that.
bool Judge::is_state(FunctionId f, uint32_t parameter, int depth) const {
  if (is_callback(races.core, races.model, f)) return parameter + 1 == races.core.function(f).arity;
  const std::vector<CallSite>& callers = graph.callers[f.index()];
  if (depth == 0 || callers.empty() || !roles.entered_by(f).empty()) return false;
  return std::all_of(callers.begin(), callers.end(), [&](const CallSite& site) {
    const CoreFunction& caller = races.core.function(site.function);
    for (const Target& t : races.values.targets(site.function, caller.calls[site.call])) {
      if (t.function != f || parameter >= t.arguments.size() || !t.arguments[parameter].valid()) continue;
      const Value* v = &caller.value(t.arguments[parameter]);
      while (v->kind == ValueKind::field) v = &caller.value(caller.operands_of(*v)[0]);
      return v->kind == ValueKind::param && is_state(site.function, v->index, depth - 1);
    }
    return false;
  });
}

// The key is a part of the state of a server, and the start of the next server of that key writes nothing
// under it.
bool Judge::key_of_state(const Pair& pair) const {
  constexpr int kDepth = 2;
  SymId root = pair.act_datum.key;
  while (races.syms[root].kind == SymKind::field) root = races.syms.parts(root)[0];
  return races.syms[root].kind == SymKind::param && is_state(pair.frame, races.syms[root].index, kDepth) &&
         others(pair, [&](const LoggedAct& other) { return at_start(other); }).none();
}

// Every process that runs the function is started by one that hears of its end.
bool Judge::watched(FunctionId f) const {
  const std::vector<CallSite>& callers = graph.callers[f.index()];
  return !callers.empty() && roles.entered_by(f).empty() &&
         std::all_of(callers.begin(), callers.end(), [&](const CallSite& site) {
           const Call& start = races.core.function(site.function).calls[site.call];
           return site.how == Callback::spawn && races.model.monitored.contains(start.callee);
         });
}

// Every way to the function leads through try or catch, a few calls up. One that names badarg, or is around
// the very call, is there for the act; a catch-all further up is for whatever happens.
Judge::Caught Judge::caught_above(const Pair& pair, FunctionId f, uint32_t calls, uint32_t most) const {
  const std::vector<CallSite>& callers = graph.callers[f.index()];
  if (calls >= most || callers.empty() || !roles.entered_by(f).empty()) return Caught::no;
  Caught all = Caught::near;
  for (const CallSite& site : callers) {
    if (site.how == Callback::spawn) return Caught::no;
    if (site.function == f) continue;
    const Call& call = races.core.function(site.function).calls[site.call];
    bool handles = races.handles_failure(call, pair.act, pair.state);
    bool near = (call.handles_badarg && calls < kHandlersAbove) || (handles && calls == 0);
    Caught here = near      ? Caught::near
                  : handles ? Caught::far
                            : caught_above(pair, site.function, calls + 1, most);
    all = std::min(all, here);
  }
  return all;
}

Judge::Caught Judge::caught_above(const Pair& pair) const {
  uint32_t below = races.chains.length(pair.act_chain);
  return caught_above(pair, pair.frame, below, below + kHandlersAbove);
}

// A name that its process holds as long as the node runs.
bool Judge::permanent(const Pair& pair) const {
  const std::vector<Symbol>& names = races.model.states[pair.state].permanent;
  const Sym& key = races.syms[pair.act_datum.key];
  if (names.empty() || key.kind != SymKind::constant) return false;
  const Constant& c = races.core.constant(ConstantId(key.index));
  return c.kind == ConstantKind::atom && std::find(names.begin(), names.end(), c.text) != names.end();
}

std::string Judge::form_doubt(FunctionId form) const {
  return fmt::format("besides, only another form of {} makes it any process, which nothing here calls",
                     races.core.name_of(form));
}

// Why there may be other processes after all, where one seems to be alone with what it does.
std::string Judge::doubts_of(const Pair& pair, bool alone) const {
  std::string result =
      alone ? "" : "one process does it: all that starts it here is one child of a supervisor";
  FunctionId form = roles.by_other_form(pair.frame);
  others(pair, [&](const LoggedAct& other) {
    if (!form.valid()) form = roles.by_other_form(other.frame);
    return false;
  });
  if (form.valid()) {
    if (!result.empty()) result += "; ";
    result += form_doubt(form);
  }
  return result;
}

// Something to know of, but not to do something about.
static void rank_below(Verdict& verdict, const char* reason) {
  constexpr int kBelow = 45;
  verdict.change(std::min(-10, kBelow - verdict.confidence), reason);
}

namespace {

// Whether what a look has found is used for anything but to tell that there is something: whether its answer
// is a list with objects, however many, or with the object of the key that was asked for.
bool content_decides(const CoreFunction& f, const Call& look) {
  enum Of : uint8_t { nothing, answer, rest, content };
  std::vector<uint8_t> of(f.values.size(), nothing);
  of[look.result.index()] = answer;
  auto arguments = f.operands_in(look.arguments);
  auto is_part = [](ValueKind k) {
    return k == ValueKind::head || k == ValueKind::member || k == ValueKind::field;
  };
  for (bool changed = true; changed;) {
    changed = false;
    auto is_content = [&](ValueId o) { return of[o.index()] != nothing; };
    for (size_t i = 0; i < f.values.size(); ++i) {
      if (of[i] != nothing) continue;
      const Value& v = f.values[i];
      auto operands =
          v.kind == ValueKind::call ? f.operands_in(f.calls[v.index].arguments) : f.operands_of(v);
      if (std::none_of(operands.begin(), operands.end(), is_content)) continue;
      if (v.kind == ValueKind::closure) return true;
      of[i] = v.kind == ValueKind::tail && of[operands[0].index()] != content ? rest : content;
      changed = true;
    }
  }
  auto decides = [&](ValueId id) { return id.valid() && of[id.index()] == content; };
  for (const Refinement& r : f.refinements) {
    if (!decides(r.left) && !decides(r.right)) continue;
    bool part = is_part(f.value(decides(r.left) ? r.left : r.right).kind);
    ValueId other = decides(r.left) ? r.right : r.left;
    bool is_key = other.valid() && std::find(arguments.begin(), arguments.end(), other) != arguments.end();
    if (!part || (other.valid() && !is_key)) return true;
  }
  return std::any_of(f.branches.begin(), f.branches.end(), [&](const Branch& b) {
    auto deciders = f.operands_in(b.deciders);
    return std::any_of(deciders.begin(), deciders.end(), decides);
  });
}

// What happens only where there is something does nothing, by itself, where that is gone.
bool tests_existence(const Races& races, const Pair& pair) {
  const OperationModel* act = races.operation_at(pair.act, pair.state);
  if (act == nullptr || act->effect != Effect::act || !act->existing || pair.read.is_group()) return false;
  if (!pair.control || pair.data || pair.absent || pair.idle || pair.same != Same::yes) return false;
  const Call& call = races.core.function(pair.read.function).calls[pair.read.call];
  auto operations = races.model.operations.find(call.callee);
  if (operations == races.model.operations.end()) return false;
  auto look = std::find_if(
      operations->second.begin(), operations->second.end(),
      [&](const OperationModel& op) { return op.state == pair.state && op.effect == Effect::read; });
  if (look == operations->second.end()) return false;
  if (look->existing) return true;
  const CoreFunction& f = races.core.function(pair.frame);
  return look->objects && !pair.read_chain.valid() && !content_decides(f, f.calls[pair.read.call]);
}

}  // namespace

std::optional<Verdict> Judge::judge(const Pair& pair) const {
  const StateModel& state = races.model.states[pair.state];
  if (pair.contextual) return std::nullopt;
  if (races.core.function(pair.act.function).silenced || races.core.function(pair.frame).silenced)
    return std::nullopt;
  Verdict v;
  bool removes = effect_of(pair) == Effect::remove;
  if (pair.idle && state.flags) return std::nullopt;
  const char* how = pair.idle                   ? "comes before a later change of it"
                    : pair.data || pair.control ? "decides on a later change of it"
                    : removes                   ? "is used after it was removed: it is taken in two steps"
                                                : "is used after it was set anew: it is taken in two steps";
  v.change(state.confidence, fmt::format("what was read of the {} {}", state.thing, how));
  if (pair.idle)
    v.change(-70, "what was read is not used: neither what is written nor whether depends on it");
  if (pair.by_type) v.change(-20, "only if it is of the type that one of them tests for");
  if (state.ets_tables && !judge_table(pair, v)) return std::nullopt;
  if (state.shared_reads && fixes_tables(pair)) return std::nullopt;
  if (pair.data) v.change(5, "what is written depends on what was read");
  if (guarded(pair, v)) return std::nullopt;
  // Each of two processes would go on with what it has made: a counter, a table, a process.
  if (state.cache && !pair.data && !pair.idle && !is_fresh(pair.value) &&
      !(state.setters && set_elsewhere(pair)))
    v.change(-20, "what is written does not come from what was read: two processes may just do it twice");
  if (tests_existence(races, pair))
    v.change(-45, "it does nothing where the object is gone, and writes nothing that was read");
  if (permanent(pair)) v.change(-30, "the process that has this name ends only with the node");
  if (!state.cache) rank_default(pair, v);
  if (writes_back(pair))
    v.change(-45, "it writes back what was read, or what everybody writes where there is nothing");
  // Where nodes share the datum, each of them has a process of that name.
  std::optional<Roles::Process> process = process_of(pair);
  bool on_each_node = !(process && process->of_all_nodes);
  if (state.all_nodes && on_each_node) process.reset();
  // The process that holds the name is the one that runs here.
  if (pair.owned && state.rule == Rule::erlang_alive_check) return std::nullopt;
  if (state.all_nodes && on_each_node) {
    if (pair.owned || roles.under_name(pair.frame)) v.change(-10, "one process of each node does it");
  } else if (pair.owned) {
    Others others_write = others(pair, [&](const LoggedAct& other) {
      return matters(pair, other) && !other.owned && !(process && process_of(other) == process);
    });
    if (others_write.none()) return std::nullopt;
    rank_others(others_write, -10, "it is done only by the process that holds a name", v);
  } else if (roles.under_name(pair.frame)) {
    // Only processes that hold a name write it, and what they start for it.
    Others others_write = others(pair, [&](const LoggedAct& other) {
      bool own_start = pair.spawned && other.site == pair.act;
      return matters(pair, other) && !own_start && !roles.under_name(other.frame);
    });
    if (others_write.none()) return std::nullopt;
    if (!others_write.sure && !others_write.weak)
      rank_others(others_write, -10, "it is done only by processes that have taken a name before", v);
  }
  if (own_key(pair)) {
    Others others_write = others(pair, [&](const LoggedAct& other) {
      return matters(pair, other) && !races.syms.has_self(other.datum.key);
    });
    if (others_write.none()) return std::nullopt;
    rank_others(others_write, -10, "the key has the process itself in it: others need its pid to write it",
                v);
  }
  bool whole = pair.same == Same::likely && !state.messages &&
               (races.syms.has_any(pair.read_datum.key) || races.syms.has_any(pair.act_datum.key)) &&
               pair.read_datum.table != races.syms.any();
  if (pair.same == Same::likely) {
    if (whole) {
      bool clears = removes && !(pair.used_after && counted_on(pair));
      bool kind = pair.act_datum.key != races.syms.any() && races.syms.has_any(pair.act_datum.key);
      bool few = pair.read_datum.key != races.syms.any() && !kind;  // that a pattern tells from others
      const char* why = !removes  ? "one of them is about the table as a whole"
                        : !clears ? "what others count is found in the table as a whole, and removed"
                        : kind    ? "it removes all objects of a kind, whatever they hold"
                        : few     ? "it removes objects that were found by a pattern"
                                  : "it removes objects that were found in the table as a whole";
      if (clears && takes_one_of_many(pair)) {
        v.change(-25, "it takes one object out of the table: two processes may both find and take it");
      } else {
        v.change(!removes ? -25 : !clears || few ? -35 : -45, why);
      }
      if (pair.renewed) v.change(-20, "each object is looked up again before it is written");
    } else if (pair.carried) {
      v.change(-35, "what was found is written: most likely under the key it was found under");
    } else {
      v.change(-5, "both are most likely about the same datum");
    }
  }
  if (pair.renewed && !whole) v.change(-25, "the transaction reads it again before it writes");
  if (pair.compared)
    v.change(-20, "the message holds what was read as well: the server may compare, and refuse");
  if (pair.forwarded)
    v.change(-20,
             "functions send it that do not know what it is: it need not be an update of what was asked for");
  if (removes && !whole) {
    v.change(-20, "removing what is gone does no harm; removing what is new by now does");
    rank_brought(pair, process, v);
  }
  if (pair.same == Same::maybe) {
    SymId some = races.syms.some();
    bool joined = pair.read_datum.key == some || pair.act_datum.key == some;
    v.change(joined ? -55 : -45, joined ? "it is about too many data to tell them apart"
                                        : "they are about the same datum only for some values");
  }
  bool failing = effect_of(pair) == Effect::failing;
  if (effect_of(pair) == Effect::answers && returns_answer(pair.act))
    v.change(-30, "the call itself answers when another process was faster, and its caller is told");
  if (pair.spawned && (state.rule == Rule::erlang_alive_check || effect_of(pair) == Effect::remove))
    v.change(-20, "it was looked up by the process that started this one, which runs any time later");
  Caught above = failing && !pair.handled && !pair.spawned ? caught_above(pair) : Caught::no;
  if ((failing && pair.handled) || above == Caught::near)
    v.change(-65, "the failure of the call is handled by try or catch");
  if (above == Caught::far) v.change(-20, "whoever calls the code handles its failures by try or catch");
  const OperationModel* operation = races.operation_at(pair.act, pair.state);
  if (operation != nullptr && operation->exits)
    v.change(-10, "a call to a process that is gone exits with that reason, as any call to a server may");
  if (failing && !pair.handled && !pair.spawned && watched(pair.frame))
    v.change(-65, "the failure ends a process whose starter is told of it");
  if (process && !pair.owned) {
    // Taking a name does not make a process the only one before it has got it.
    bool about_names = effect_of(pair) == Effect::failing && !state.ets_tables;
    bool alone = process->single || (process->takes_name && !about_names) || own_table(pair, *process);
    Others others_write;
    std::string doubts;
    if (alone || process->likely) {
      others_write = another_writes(pair, *process);
      doubts = doubts_of(pair, alone);
    }
    bool seems_alone = process->likely && !others_write.sure && !others_write.weak;
    if ((alone || seems_alone) && others_write.none()) {
      bool elsewhere = state.some_nodes && on_each_node;
      if (doubts.empty() && !elsewhere) return std::nullopt;
      if (elsewhere)
        rank_below(v, "one process of this node does it: it takes another node that has the table");
      if (!doubts.empty()) v.change(-40, std::move(doubts));
    } else if (alone || seems_alone) {
      rank_others(others_write, -10, "one of the two processes is the server itself", v);
      if (!doubts.empty()) v.change(0, std::move(doubts));
    } else if (key_of_state(pair) && another_writes(pair, *process).none()) {
      v.change(-45, "the key comes from the state of one of many servers: each may have its own");
    }
  }
  if (between_locks(pair))
    v.change(-45, "it happens between calls that take and give back a lock, as all other writes of it do");
  if (claimed(pair))
    v.change(-45, "only one process gets there: it has claimed something by ets:insert_new/2");
  if (asked_before(pair))
    v.change(-40, "whoever calls it has asked for the same before, and gets there only with another answer");
  if (at_start(pair)) {
    bool many = roles.at_start_of_many(pair.frame);
    std::string reason = many ? "the code runs while one of many processes is started"
                              : "the code runs only while something is started";
    if (roles.by_other_form(pair.frame).valid()) reason += "; " + form_doubt(roles.by_other_form(pair.frame));
    v.change(many ? -5 : -35, std::move(reason));
  }
  if (state.rule == Rule::erlang_alive_check && started_by_itself(pair))
    v.change(-15, "who looks for the process has started it and is linked to it");
  if (roles.is_test_code(pair.frame)) rank_below(v, "only tests run the code, one after the other");
  if (last_word(pair)) v.change(-30, "it writes a constant on its way to exit: nothing is built on it");
  if (roles.of(pair.frame).empty()) v.change(-30, "nothing calls the code");
  if (pair.unknown_call)
    v.change(-45, "the fun that is called is not known: it is one of those that got out of sight");
  uint32_t calls = races.chains.length(pair.read_chain) + races.chains.length(pair.act_chain);
  if (calls > 6) {
    int delta = calls > 24 ? -40 : calls > 12 ? -20 : -10;
    v.change(delta, fmt::format("{} calls lie between the two", calls));
  }
  if (v.confidence < 0) v.change(-v.confidence, "no confidence is below 0");
  v.confidence = std::min(v.confidence, 100);
  return v;
}

}  // namespace dh::erlang
