// Calls: of functions of the program, through their summaries.
#include <algorithm>

#include "erlang/search/walk.h"

namespace dh::erlang {

void Walker::call(uint32_t index, State& s, Taint& control) {
  const Call& c = f_.calls[index];
  auto arguments = f_.operands_in(c.arguments);
  Taint result =
      r_.model.pure.contains(c.callee) && c.kind == CallKind::named ? Taint() : taint_of(arguments);
  bool ends = false;
  if (!s.removed.empty() && !(c.kind == CallKind::named && r_.model.pure.contains(c.callee))) {
    Taint use = taint_of(arguments);
    use |= control;
    note_use(s, use, goes_on(c) ? arguments : std::span<const ValueId>(), &c);
  }
  forget_absent(s);
  if (c.kind == CallKind::named) {
    if (auto it = r_.model.operations.find(c.callee); it != r_.model.operations.end()) {
      for (const OperationModel& op : it->second) {
        if (literals_match(r_.core, id_, c, op.literals)) operation(index, op, s, control, looked_at_);
      }
      result |= looked_at_;
    }
    ends = r_.model.never_return.contains(c.callee);
  }
  const std::vector<Target>& targets = r_.targets_of(id_, index);
  note_fun_calls(c, targets);
  note_ends(c, targets, s);
  if (!targets.empty()) {
    result = answer_taint(c, targets);
    result |= looked_at_;
    State before = s;
    State out;
    out.dead = true;
    for (const Target& t : targets) {
      State mine = before;
      ValueId fun = c.kind == CallKind::fun_value ? c.function : ValueId();
      const Summary& summary = r_.summaries[t.function.index()];
      if (auto elements = written_list(t.list); !elements.empty()) {
        Target one = t;
        for (ValueId element : elements) {
          one.arguments[0] = element;
          enter(index, summary, one, fun, mine, control, result);
        }
        join(out, mine);
        continue;
      }
      enter(index, summary, t, fun, mine, control, result);
      enter_funs(index, t, mine, control);
      if (t.how == Callback::loop) {
        Taint ignored;
        enter(index, summary, t, fun, mine, control, ignored, true);
      }
      if (t.by_model && t.how != Callback::once) join(mine, before);
      join(out, mine);
    }
    s = std::move(out);
  } else if (r_.values.calls_unknown(id_, c) && arguments.size() < r_.unknown_calls.size()) {
    Target t{FunctionId(), Callback::once, true, {arguments.begin(), arguments.end()}, {}};
    Summary summary = r_.unknown_calls[arguments.size()];
    by_unknown_call_ = true;
    enter(index, summary, t, ValueId(), s, control, result);
    by_unknown_call_ = false;
  }
  bool says_nothing = c.kind == CallKind::named && r_.model.same_answer.contains(c.callee);
  looked_at_ = {};
  if (says_nothing) result = {};
  if (!bound_.empty()) result |= taints_[c.result.index()];  // of the rounds before
  taints_[c.result.index()] = result;
  tainted_[c.result.index()] = true;
  if (ends) {
    // The reasons of other exceptions tell what went wrong; who throws gives an answer.
    if (r_.core.text(c.callee.name) == "throw") note_thrown(taint_of(arguments), s);
    s.dead = true;
  }
  bool starts =
      std::any_of(targets.begin(), targets.end(), [](const Target& t) { return t.how == Callback::spawn; });
  bool asks_nothing = c.kind == CallKind::named && targets.empty() && arguments.empty();  // self()
  if (s.dead || (!asks_nothing && !starts && !r_.model.pure.contains(c.callee))) may_fail(s);
}

// What the result of a call that is followed depends on besides what the callee makes of its parameters.
Taint Walker::answer_taint(const Call& c, const std::vector<Target>& targets) {
  if (!targets[0].by_model) return {};
  std::vector<ValueId> arguments(f_.operands_in(c.arguments).begin(), f_.operands_in(c.arguments).end());
  auto it = c.kind == CallKind::named ? r_.model.callbacks.find(c.callee) : r_.model.callbacks.end();
  if (it != r_.model.callbacks.end()) {
    // A call by name gives what the function gives.
    for (const CallbackModel& cb : it->second) {
      bool answers = (cb.how == Callback::once || cb.how == Callback::spawn) && cb.fun < 0 && cb.args >= 0;
      if (answers && static_cast<size_t>(cb.args) < arguments.size())
        arguments[static_cast<size_t>(cb.args)] = ValueId();
    }
  }
  return taint_of(arguments);
}

// Which of this function's parameters are funs that get called.
void Walker::note_fun_calls(const Call& c, const std::vector<Target>& targets) {
  auto note = [&](ValueId v) {
    if (f_.value(v).kind == ValueKind::param) out_.calls_params |= param_bit(f_.value(v).index);
  };
  auto arguments = f_.operands_in(c.arguments);
  if (c.kind == CallKind::fun_value) note(c.function);
  if (c.kind == CallKind::named) {
    if (auto it = r_.model.callbacks.find(c.callee); it != r_.model.callbacks.end()) {
      for (const CallbackModel& cb : it->second) {
        bool open = cb.how != Callback::locked && cb.how != Callback::transaction;
        if (cb.fun >= 0 && open) note(arguments[static_cast<size_t>(cb.fun)]);
      }
    }
  }
  for (const Target& t : targets) {
    if (t.by_model) continue;
    uint64_t mask = r_.summaries[t.function.index()].calls_params;
    for (size_t i = 0; i < t.arguments.size() && mask != 0; ++i) {
      if ((mask & param_bit(i)) != 0 && t.arguments[i].valid()) note(t.arguments[i]);
    }
  }
}

FunctionId Walker::fun_of(ValueId v) const {
  const Value& value = f_.value(v);
  if (value.kind == ValueKind::closure) return r_.core.function_of(f_.module, value.index);
  if (value.kind == ValueKind::fun_name)
    return r_.core.find_from(f_.module, r_.core.modules()[f_.module].fun_names[value.index]);
  return FunctionId();
}

// Funs of this function that the callee calls: what they capture is known here.
void Walker::enter_funs(uint32_t index, const Target& target, State& s, Taint& control) {
  if (target.by_model) return;
  uint64_t mask = r_.summaries[target.function.index()].calls_params;
  for (size_t i = 0; i < target.arguments.size() && mask != 0; ++i) {
    if ((mask & param_bit(i)) == 0 || !target.arguments[i].valid()) continue;
    FunctionId fun = fun_of(target.arguments[i]);
    const ValueSet& set = r_.values.of(id_, target.arguments[i]);
    bool one = !set.unknown && set.objects.size() == 1 && set.objects[0].kind == ObjectKind::function;
    if (!fun.valid() && one && f_.value(target.arguments[i]).kind == ValueKind::call)
      fun = FunctionId(set.objects[0].index);
    if (!fun.valid()) continue;
    Target inner{fun, Callback::loop, true, std::vector<ValueId>(r_.core.function(fun).arity), {}};
    State before = s;
    Taint ignored;
    enter(index, r_.summaries[fun.index()], inner, target.arguments[i], s, control, ignored);
    join(s, before);
  }
}

// The process that a call starts is watched: who started it hears of its end.
bool Walker::monitored(uint32_t index) const {
  const Call& start = f_.calls[index];
  if (r_.model.monitored.contains(start.callee)) return true;
  return std::any_of(f_.calls.begin(), f_.calls.end(), [&](const Call& c) {
    if (c.kind != CallKind::named || !r_.model.monitors.contains(c.callee)) return false;
    auto arguments = f_.operands_in(c.arguments);
    return std::find(arguments.begin(), arguments.end(), start.result) != arguments.end();
  });
}

// Where a fun of the caller is called, this function is the one behind it only if the caller gave this one.
std::optional<Condition> Walker::chosen(const Call& c, const Target& target, ValueId fun) {
  if (!target.function.valid() || c.kind == CallKind::dynamic) return std::nullopt;
  if (!fun.valid() && target.by_model) {
    Object wanted{ObjectKind::function, target.function.value};
    for (ValueId a : f_.operands_in(c.arguments)) {
      const ValueSet& set = r_.values.of(id_, a);
      if (std::find(set.objects.begin(), set.objects.end(), wanted) == set.objects.end()) continue;
      if (fun.valid() && fun != a) return std::nullopt;
      fun = a;
    }
  }
  if (!fun.valid()) return std::nullopt;
  SymId value = canonical(sym(fun));
  if (!r_.syms[value].open) return std::nullopt;
  return Condition{value, r_.domains.only(r_.syms.make(SymKind::function, target.function.value))};
}

void Walker::enter(uint32_t index, const Summary& summary, const Target& target, ValueId fun, State& s,
                   Taint& control, Taint& result, bool again) {
  const Call& c = f_.calls[index];
  OtherMaker maker(*this, find_maker(c, target, fun));
  std::vector<SymId> arguments;
  std::vector<Taint> taints;
  SymId element;
  if (target.list.valid()) {
    // In the next round it is another one.
    element = again ? element_of(sym(target.list)) : some_element(sym(target.list));
  }
  for (ValueId a : target.arguments) {
    SymId otherwise = arguments.empty() && element.valid() ? element : r_.syms.unknown();
    arguments.push_back(a.valid() ? sym(a) : otherwise);
    // What a library hands to a fun comes from its other arguments, or from what it looks at itself.
    taints.push_back(a.valid() ? taint(a) : taint_of(f_.operands_in(c.arguments)));
    if (!a.valid()) taints.back() |= looked_at_;
  }
  Taint captured = fun.valid() ? taint(fun) : taint_of(f_.operands_in(c.arguments));
  auto of_params = [&](uint64_t mask) {
    Taint t;
    for (size_t i = 0; i < taints.size(); ++i) {
      if ((mask & param_bit(i)) != 0) t |= taints[i];
    }
    if ((mask & kCaptured) != 0) t |= captured;
    return t;
  };
  std::optional<Condition> choice = chosen(c, target, fun);
  if (choice && !possible(*choice)) return;
  // Transactional operations are dirty to what is done outside of their transaction.
  bool transaction = target.how == Callback::transaction;
  bool dirty = target.how == Callback::dirty || transaction;
  Guards guards = guards_at(index);
  if (transaction) guards |= guard::kTransaction;
  if (target.how == Callback::locked)
    guards |= lock_in_vain(r_.core, r_.model, id_, c) ? guard::kVainLock : guard::kLock;
  bool holder = !summary.acts.empty() && holds_name();
  // Most of what a callee does is under the same conditions.
  struct {
    Walker& walker;
    std::span<const SymId> arguments;
    const std::vector<Condition>* of = nullptr;
    std::optional<std::vector<Condition>> last;
    const std::optional<std::vector<Condition>>& get(const std::vector<Condition>& conditions) {
      if (of == nullptr || *of != conditions) last = walker.import(conditions, arguments);
      of = &conditions;
      return last;
    }
  } imported{*this, arguments, nullptr, {}};
  bool recursion = target.function.valid() && !r_.component_of.empty() &&
                   r_.component_of[target.function.index()] == r_.component_of[id_.index()];
  for (const ActSummary& a : summary.acts) {
    const auto& conditions = imported.get(a.conditions);
    if (!conditions) continue;
    Act act;
    act.conditions = *conditions;
    if (choice) act.conditions.push_back(*choice);
    bool other_process = target.how == Callback::spawn;
    act.datum = canonical(import(a.datum, arguments, recursion, other_process));
    act.site = a.site;
    act.chain = a.chain;
    act.via = {id_, index};
    act.value = import(a.value, arguments, other_process);
    act.told = r_.collecting && !r_.syms.by_caller(a.datum.table) && !r_.syms.by_caller(a.datum.key);
    act.data = of_params(a.data_params);
    act.by_arguments = of_params(a.control_params);
    act.control = act.by_arguments;
    act.control |= control;
    act.contextual = a.contextual && !dirty;
    // A catch-all far up is not there for this act.
    bool near = r_.length(a.chain) <= 1 && !a.site.is_group();
    act.handled = a.handled || (near && r_.handles_failure(c, a.site, a.datum.state)) ||
                  (c.handles_badarg && r_.length(a.chain) < kHandlersAbove && !a.site.is_group());
    act.spawned = a.spawned || target.how == Callback::spawn;
    act.handled = act.handled || (target.how == Callback::spawn && monitored(index));
    act.owned = a.owned || (!act.spawned && holder);
    act.renewed = a.renewed;
    act.forwarded = a.forwarded;
    act.guards = a.guards | (act.spawned ? Guards() : guards);
    for (SymId part : a.payload) {
      Act::Part here = payload_of(part, target.arguments);
      if (here.value.valid()) act.payload.push_back(std::move(here));
    }
    this->act(act, s);
  }
  for (uint32_t pair : summary.contextual_pairs) {
    if (transaction) break;
    if (dirty) {
      r_.pairs[pair].contextual = false;
    } else if (std::find(out_.contextual_pairs.begin(), out_.contextual_pairs.end(), pair) ==
               out_.contextual_pairs.end()) {
      out_.contextual_pairs.push_back(pair);
    }
  }
  if (target.how == Callback::spawn) {
    // Who was looked up is only told to the other process: its answer is no answer to the look.
    for (size_t i = 0; i < target.arguments.size(); ++i) {
      if (target.arguments[i].valid() && !tests_parameter(target.function, i))
        taints[i].reads = taints[i].reads.without(looked_up(target.arguments[i]));
    }
    result |= of_params(summary.result_params);  // of a call that waits for the other process
    return;
  }
  lift_helper_pairs(index, summary, arguments, choice, recursion, guards);
  for (const Datum& d : summary.writes) {
    Datum here = canonical(import(d, arguments, recursion));
    kill(here, false, s);
    if (!r_.hopeless(here) && std::find(s.written.begin(), s.written.end(), here) == s.written.end()) {
      s.written.push_back(here);
    }
  }
  auto brought = [&](const ReadSummary& read_summary) -> std::optional<Occurrence> {
    auto conditions = imported.get(read_summary.conditions);
    if (!conditions) return std::nullopt;
    Occurrence o;
    if (choice) conditions->push_back(*choice);
    o.conditions = conditions_here(*conditions, true);
    o.datum = canonical(import(read_summary.datum, arguments, recursion));
    o.site = read_summary.site;
    o.chain = read_summary.chain;
    o.contextual = read_summary.contextual && !dirty;
    o.call = index;
    o.absent = read_summary.absent;
    o.guards = read_summary.guards | guards;
    return o;
  };
  for (const ReadSummary& thrown : summary.thrown) {
    if (auto o = brought(thrown)) bring_thrown(index, *o, s);
  }
  for (const ReadSummary& read_summary : summary.reads) {
    auto found = brought(read_summary);
    if (!found) continue;
    Occurrence& o = *found;
    Taint from;
    if (o.absent) {
      bring_absent(index, o, read_summary, arguments, s);
      continue;
    }
    uint32_t which = read(index, o, s, from);
    if (which != UINT32_MAX) {
      note_result(index, which, read_summary, arguments);
      occurrences_[which].relied = occurrences_[which].relied || read_summary.relied;
    }
    if (read_summary.to_result) result |= from;
    if (read_summary.decides) control |= from;
  }
  result |= of_params(summary.result_params);
  if (!summary.returns && target.how == Callback::once) s.dead = true;
}

}  // namespace dh::erlang
