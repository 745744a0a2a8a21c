#include "erlang/search/call_walk.h"

#include <algorithm>

#include "erlang/search/call_facts.h"

namespace dh::erlang {

Taint CalleeEntry::of_params(uint64_t mask) const {
  Taint t;
  for (size_t i = 0; i < taints.size(); ++i) {
    if ((mask & param_bit(i)) != 0) t |= taints[i];
  }
  if ((mask & kCaptured) != 0) t |= captured;
  return t;
}

void CallWalk::call(uint32_t index, PathState& s, Taint& control) {
  const Call& c = in_.f.calls[index];
  bool named = c.kind == CallKind::named;
  auto arguments = in_.f.operands_in(c.arguments);
  bool pure = named && in_.model.pure.contains(c.callee);
  Taint result = pure ? Taint() : frame_.taints.of_all(arguments);
  if (!s.removed.empty() && !pure) {
    Taint use = frame_.taints.of_all(arguments);
    use |= control;
    bool passes_on = passes_on_arguments(in_, c);
    listener_.on_use(s, use, passes_on ? arguments : std::span<const ValueId>(), &c);
  }
  frame_.absent.forget(s);
  operations(index, s, control);
  result |= operation_reads_;
  const std::vector<Target>& targets = in_.targets_of(index);
  note_fun_calls(c, targets);
  note_ends(c, targets, s);
  if (!targets.empty()) {
    this->targets(index, s, control, result);
  } else {
    unknown_target(index, s, control, result);
  }
  operation_reads_ = {};
  if (named && in_.model.same_answer.contains(c.callee)) result = {};
  if (!frame_.scope.bound().empty()) result |= frame_.taints.last_of(c.result);  // of the rounds before
  frame_.taints.set(c.result, result);
  if (named && in_.model.never_return.contains(c.callee)) {
    // The reasons of other exceptions say what went wrong; a throw gives an answer.
    if (in_.core.text(c.callee.name) == "throw")
      frame_.exceptions.note_thrown(frame_.taints.of_all(arguments), s);
    s.dead = true;
  }
  bool starts =
      std::any_of(targets.begin(), targets.end(), [](const Target& t) { return t.how == Callback::spawn; });
  bool asks_nothing = named && targets.empty() && arguments.empty();  // self()
  if (s.dead || (!asks_nothing && !starts && !in_.model.pure.contains(c.callee)))
    frame_.exceptions.may_fail(s);
}

void CallWalk::operations(uint32_t index, PathState& s, const Taint& control) {
  const Call& c = in_.f.calls[index];
  if (c.kind != CallKind::named) return;
  auto it = in_.model.operations.find(c.callee);
  if (it == in_.model.operations.end()) return;
  std::vector<const OperationModel*> matching;
  for (const OperationModel& op : it->second) {
    if (literals_match(in_.core, in_.id, c, op.literals)) matching.push_back(&op);
  }
  // With one of its options a write may be atomic: file:open/2 with exclusive.
  auto is_atomic_too = [&](const OperationModel* op) {
    return op->effect == Effect::act &&
           std::any_of(matching.begin(), matching.end(), [&](const OperationModel* other) {
             return other->state == op->state && other->effect == Effect::atomic;
           });
  };
  std::erase_if(matching, is_atomic_too);
  for (const OperationModel* matched : matching) {
    const OperationModel& op = *matched;
    bool first = true;
    for (const Location& location : frame_.operations.locations_of(c, op)) {
      if (first) frame_.operations.note_objects(c, op, location);
      operation(index, op, location, s, control);
      first = false;
    }
  }
}

void CallWalk::operation(uint32_t index, const OperationModel& op, const Location& location, PathState& s,
                         const Taint& control) {
  const Call& c = in_.f.calls[index];
  if (op.effect == Effect::read) {
    PendingRead read;
    read.location = frame_.assumed.canonical(location);
    read.site = {in_.id, index};
    read.contextual = op.contextual;
    read.conditions = frame_.conditions.here({}, ConditionScope::function);
    read.guards = in_.guards_at(index);
    frame_.reads.add(index, read, s, operation_reads_);
    return;
  }
  auto arguments = in_.f.operands_in(c.arguments);
  Write w;
  w.location = frame_.assumed.canonical(location);
  w.site = {in_.id, index};
  w.data = frame_.taints.of_all(arguments);
  w.control = control;
  w.contextual = op.contextual;
  w.handled = op.exits ? c.handles_exit : c.handles_error;
  w.atomic = op.effect == Effect::atomic || op.exact || frame_.operations.names_contents(c, op) ||
             (op.effect == Effect::answers && in_.f.decides(c.result));
  w.owned = frame_.scope.holds_name();
  w.guards = in_.guards_at(index);
  w.value = frame_.operations.value_of(c, op, location);
  for (size_t i = 0; i < op.roles.size(); ++i) {
    if (op.roles[i] == ArgRole::message) w.payload = frame_.messages.payload_of(arguments[i]);
  }
  write(w, s);
}

void CallWalk::write(Write& w, PathState& s) {
  // Where only one process writes no pair counts, so nobody has to hear of the write.
  bool shared = in_.locations.reach(w.location) > Reach::likely_owner;
  listener_.on_write(w, shared, s);
  if (w.by_unknown_call) return;
  const StateModel& state = in_.state_of(w.location);
  bool use = state.rule == Rule::erlang_alive_check;  // does not change what it uses
  // A callee need not do it; what it does on every path is in its summary's writes.
  if (state.messages || use || w.via.function.valid()) return;
  end_reads(w.location, w.contextual, s);
  if (!in_.locations.cannot_match(w.location)) s.note_written(w.location);
}

// What was read of a location is out of date once the function has written it itself.
void CallWalk::end_reads(const Location& d, bool contextual, PathState& s) {
  if (s.pending.empty()) return;
  std::vector<uint32_t> ended;
  std::erase_if(s.pending, [&](uint32_t which) {
    const PendingRead& read = frame_.reads[which];
    bool ends = read.location.state == d.state && read.contextual == contextual &&
                !in_.syms.differ(read.location.key, d.key) &&
                frame_.assumed.compare(read.location, d) >= Same::likely;
    if (ends) ended.push_back(which);
    return ends;
  });
  frame_.exceptions.note_ended(ended);
}

void CallWalk::targets(uint32_t index, PathState& s, Taint& control, Taint& result) {
  const Call& c = in_.f.calls[index];
  const std::vector<Target>& targets = in_.targets_of(index);
  result = answer_taint(c, targets);
  result |= operation_reads_;
  ValueId fun = c.kind == CallKind::fun_value ? c.function : ValueId();
  PathState out;
  out.dead = true;
  for (const Target& t : targets) {
    PathState mine = s;
    const Summary& summary = in_.summary_of(t.function);
    if (auto elements = frame_.values.written_elements(t.list); !elements.empty()) {
      Target one = t;
      for (ValueId element : elements) {
        one.arguments[0] = element;
        enter(index, summary, one, fun, mine, control, result);
      }
      out.join(mine);
      continue;
    }
    enter(index, summary, t, fun, mine, control, result);
    enter_funs(index, t, mine, control);
    if (t.how == Callback::loop) {
      Taint ignored;
      enter(index, summary, t, fun, mine, control, ignored, Entering::again);
    }
    if (t.by_model && t.how != Callback::once) mine.join(s);
    out.join(mine);
  }
  s = std::move(out);
}

// A call of a fun that is not followed: any function that escapes may be behind it.
void CallWalk::unknown_target(uint32_t index, PathState& s, Taint& control, Taint& result) {
  const Call& c = in_.f.calls[index];
  auto arguments = in_.f.operands_in(c.arguments);
  if (arguments.size() >= in_.summaries.by_arity.size()) return;
  if (!in_.context.values.calls_unknown(in_.id, c)) return;
  Target t{FunctionId(), Callback::once, true, {arguments.begin(), arguments.end()}, {}};
  enter(index, in_.summaries.by_arity[arguments.size()], t, ValueId(), s, control, result, Entering::unknown);
}

// Funs of this function that the callee calls: what they capture is known here.
void CallWalk::enter_funs(uint32_t index, const Target& target, PathState& s, Taint& control) {
  if (target.by_model) return;
  uint64_t mask = in_.summary_of(target.function).calls_params;
  for (size_t i = 0; i < target.arguments.size() && mask != 0; ++i) {
    if ((mask & param_bit(i)) == 0 || !target.arguments[i].valid()) continue;
    FunctionId fun = in_.fun_of(target.arguments[i]);
    const ValueSet& set = in_.context.values.of(in_.id, target.arguments[i]);
    bool one = !set.unknown && set.objects.size() == 1 && set.objects[0].kind == ObjectKind::function;
    if (!fun.valid() && one && in_.f.value(target.arguments[i]).kind == ValueKind::call)
      fun = FunctionId(set.objects[0].index);
    if (!fun.valid()) continue;
    Target inner{fun, Callback::loop, true, std::vector<ValueId>(in_.core.function(fun).arity), {}};
    PathState before = s;
    Taint ignored;
    enter(index, in_.summary_of(fun), inner, target.arguments[i], s, control, ignored);
    s.join(before);
  }
}

void CallWalk::enter(uint32_t index, const Summary& summary, const Target& target, ValueId fun, PathState& s,
                     Taint& control, Taint& result, Entering entering) {
  SymbolicValues::WithMaker maker(frame_.values, frame_.values.find_maker(in_.f.calls[index], target, fun));
  std::optional<CalleeEntry> entry = entry_of(index, summary, target, fun, entering);
  if (!entry) return;
  last_conditions_.of = nullptr;
  bring_writes(*entry, s, control, entering);
  listener_.on_callee(*entry);
  if (entry->is_other_process()) {
    result |= result_of_other_process(*entry);
    return;
  }
  for (const Location& d : summary.written) {
    Location here = frame_.assumed.canonical(frame_.values.import(d, entry->arguments, entry->recursion));
    end_reads(here, false, s);
    if (!in_.locations.cannot_match(here)) s.note_written(here);
  }
  bring_reads(*entry, s, control, result);
  result |= entry->of_params(summary.result_params);
  if (!summary.returns && target.how == Callback::once) s.dead = true;
}

// Nothing where this function cannot be the one that is called.
std::optional<CalleeEntry> CallWalk::entry_of(uint32_t index, const Summary& summary, const Target& target,
                                              ValueId fun, Entering entering) {
  const Call& c = in_.f.calls[index];
  CalleeEntry entry{index, summary, target, {}, {}, {}, {}, 0, false};
  SymId element;
  if (target.list.valid()) {
    // In the next round it is another one.
    SymId list = frame_.values.of(target.list);
    element = entering == Entering::again ? frame_.values.element_of(list) : frame_.values.some_element(list);
  }
  for (ValueId a : target.arguments) {
    SymId otherwise = entry.arguments.empty() && element.valid() ? element : in_.syms.unknown();
    entry.arguments.push_back(a.valid() ? frame_.values.of(a) : otherwise);
    // What a library passes to a fun comes from its other arguments, or from what it reads itself.
    entry.taints.push_back(a.valid() ? frame_.taints.of(a)
                                     : frame_.taints.of_all(in_.f.operands_in(c.arguments)));
    if (!a.valid()) entry.taints.back() |= operation_reads_;
  }
  entry.captured = fun.valid() ? frame_.taints.of(fun) : frame_.taints.of_all(in_.f.operands_in(c.arguments));
  entry.choice = chosen(c, target, fun);
  if (entry.choice && !frame_.conditions.possible(*entry.choice)) return std::nullopt;
  entry.guards = in_.guards_at(index);
  if (entry.is_transaction()) entry.guards |= guard::kTransaction;
  if (target.how == Callback::locked)
    entry.guards |= lock_in_vain(in_.core, in_.model, in_.id, c) ? guard::kVainLock : guard::kLock;
  entry.recursion = target.function.valid() &&
                    in_.context.component_of(target.function) == in_.context.component_of(in_.id);
  return entry;
}

// Where a fun of the caller is called, this function is the one behind it only if the caller gave this one.
std::optional<Condition> CallWalk::chosen(const Call& c, const Target& target, ValueId fun) {
  if (!target.function.valid() || c.kind == CallKind::dynamic) return std::nullopt;
  if (!fun.valid() && target.by_model) {
    Object wanted{ObjectKind::function, target.function.value};
    for (ValueId a : in_.f.operands_in(c.arguments)) {
      const ValueSet& set = in_.context.values.of(in_.id, a);
      if (std::find(set.objects.begin(), set.objects.end(), wanted) == set.objects.end()) continue;
      if (fun.valid() && fun != a) return std::nullopt;
      fun = a;
    }
  }
  if (!fun.valid()) return std::nullopt;
  SymId value = frame_.assumed.canonical(fun);
  if (!in_.syms[value].open) return std::nullopt;
  return Condition{value, in_.domains.only(in_.syms.make(SymKind::function, target.function.value))};
}

void CallWalk::bring_writes(const CalleeEntry& entry, PathState& s, const Taint& control, Entering entering) {
  const Call& c = in_.f.calls[entry.call];
  bool other_process = entry.is_other_process();
  bool holder = !entry.summary.writes.empty() && frame_.scope.holds_name();
  for (const WriteSummary& a : entry.summary.writes) {
    const auto* conditions = import_conditions(entry, a.conditions);
    if (conditions == nullptr) continue;
    Write w;
    w.conditions = *conditions;
    if (entry.choice) w.conditions.push_back(*entry.choice);
    w.location = frame_.assumed.canonical(
        frame_.values.import(a.location, entry.arguments, entry.recursion, other_process));
    w.site = a.site;
    w.chain = a.chain;
    w.via = {in_.id, entry.call};
    w.value = frame_.values.import(a.value, entry.arguments, other_process);
    w.told = !in_.syms.by_caller(a.location.table) && !in_.syms.by_caller(a.location.key);
    w.by_unknown_call = entering == Entering::unknown;
    w.data = entry.of_params(a.data_params);
    w.by_arguments = entry.of_params(a.control_params);
    w.control = w.by_arguments;
    w.control |= control;
    w.contextual = a.contextual && !entry.is_dirty();
    // A catch-all far up is not there for this write.
    uint32_t length = in_.chains.length(a.chain);
    bool handled_near = length <= 1 && in_.context.handles_failure(c, a.site, a.location.state);
    bool handled_by_name = length < kHandlersAbove && c.handles_badarg;
    w.handled = a.handled || (!a.site.is_group() && (handled_near || handled_by_name)) ||
                (other_process && is_monitored(in_, entry.call));
    w.spawned = a.spawned || other_process;
    w.owned = a.owned || (!w.spawned && holder);
    w.renewed = a.renewed;
    w.forwarded = a.forwarded;
    w.guards = a.guards | (w.spawned ? Guards() : entry.guards);
    for (SymId part : a.payload) {
      Write::Part here = frame_.messages.payload_of(part, entry.target.arguments);
      if (here.value.valid()) w.payload.push_back(std::move(here));
    }
    write(w, s);
  }
}

const std::vector<Condition>* CallWalk::import_conditions(const CalleeEntry& entry,
                                                          const std::vector<Condition>& conditions) {
  if (last_conditions_.of == nullptr || *last_conditions_.of != conditions)
    last_conditions_.result = frame_.conditions.import(conditions, entry.arguments);
  last_conditions_.of = &conditions;
  return last_conditions_.result ? &*last_conditions_.result : nullptr;
}

// The process that was looked up is only passed to the other process: its answer is no answer to the lookup.
Taint CallWalk::result_of_other_process(CalleeEntry& entry) {
  for (size_t i = 0; i < entry.target.arguments.size(); ++i) {
    ValueId argument = entry.target.arguments[i];
    if (argument.valid() && !tests_parameter(in_, entry.target.function, i))
      entry.taints[i].reads = entry.taints[i].reads.without(frame_.reads.lookups_of(argument));
  }
  return entry.of_params(entry.summary.result_params);  // of a call that waits for the other process
}

void CallWalk::bring_reads(const CalleeEntry& entry, PathState& s, Taint& control, Taint& result) {
  const std::vector<Target>& targets = in_.targets_of(entry.call);
  bool once = frame_.loops == 0 && targets.size() == 1 && !targets[0].by_model;
  for (const ReadSummary& thrown : entry.summary.thrown) {
    if (auto read = imported(entry, thrown)) frame_.exceptions.bring_thrown(entry.call, *read, s);
  }
  for (const ReadSummary& read_summary : entry.summary.reads) {
    auto read = imported(entry, read_summary);
    if (!read) continue;
    Taint from;
    bool absent = read->absent;
    uint32_t which =
        absent ? frame_.absent.bring(entry.call, *read, s) : frame_.reads.add(entry.call, *read, s, from);
    if (which != PendingReads::kNone)
      frame_.outcomes.note_call(entry.call, which, read_summary, entry.arguments, once);
    if (absent) continue;
    if (which != PendingReads::kNone)
      frame_.reads[which].relied = frame_.reads[which].relied || read_summary.relied;
    if (read_summary.to_result) result |= from;
    if (read_summary.decides) control |= from;
  }
}

// A callee's read in terms of this function; nothing where the callee does not get to it.
std::optional<PendingRead> CallWalk::imported(const CalleeEntry& entry, const ReadSummary& read) {
  const auto* known = import_conditions(entry, read.conditions);
  if (known == nullptr) return std::nullopt;
  std::vector<Condition> conditions = *known;
  PendingRead result;
  if (entry.choice) conditions.push_back(*entry.choice);
  result.conditions = frame_.conditions.here(conditions, ConditionScope::function);
  result.location =
      frame_.assumed.canonical(frame_.values.import(read.location, entry.arguments, entry.recursion));
  result.site = read.site;
  result.chain = read.chain;
  result.contextual = read.contextual && !entry.is_dirty();
  result.call = entry.call;
  result.absent = read.absent;
  result.guards = read.guards | entry.guards;
  return result;
}

// What the result of a call that is followed depends on besides what the callee makes of its parameters.
Taint CallWalk::answer_taint(const Call& c, const std::vector<Target>& targets) {
  if (!targets[0].by_model) return {};
  std::vector<ValueId> arguments(in_.f.operands_in(c.arguments).begin(),
                                 in_.f.operands_in(c.arguments).end());
  auto it = c.kind == CallKind::named ? in_.model.callbacks.find(c.callee) : in_.model.callbacks.end();
  if (it != in_.model.callbacks.end()) {
    // A call by name gives what the function gives.
    for (const CallbackModel& cb : it->second) {
      bool answers = (cb.how == Callback::once || cb.how == Callback::spawn) && cb.fun < 0 && cb.args >= 0;
      if (answers && static_cast<size_t>(cb.args) < arguments.size())
        arguments[static_cast<size_t>(cb.args)] = ValueId();
    }
  }
  return frame_.taints.of_all(arguments);
}

// Which of this function's parameters are funs that get called.
void CallWalk::note_fun_calls(const Call& c, const std::vector<Target>& targets) {
  auto note = [&](ValueId v) {
    if (in_.f.value(v).kind == ValueKind::param) listener_.on_called_params(param_bit(in_.f.value(v).index));
  };
  auto arguments = in_.f.operands_in(c.arguments);
  if (c.kind == CallKind::fun_value) note(c.function);
  if (c.kind == CallKind::named) {
    if (auto it = in_.model.callbacks.find(c.callee); it != in_.model.callbacks.end()) {
      for (const CallbackModel& cb : it->second) {
        bool open = cb.how != Callback::locked && cb.how != Callback::transaction;
        if (cb.fun >= 0 && open) note(arguments[static_cast<size_t>(cb.fun)]);
      }
    }
  }
  for (const Target& t : targets) {
    if (t.by_model) continue;
    uint64_t mask = in_.summary_of(t.function).calls_params;
    for (size_t i = 0; i < t.arguments.size() && mask != 0; ++i) {
      if ((mask & param_bit(i)) != 0 && t.arguments[i].valid()) note(t.arguments[i]);
    }
  }
}

void CallWalk::note_ends(const Call& c, const std::vector<Target>& targets, PathState& s) {
  if (c.kind == CallKind::named && in_.model.ends.contains(c.callee)) {
    for (ValueId a : in_.f.operands_in(c.arguments)) note_end(a, s);
    return;
  }
  for (const Target& t : targets) {
    uint64_t mask = in_.summary_of(t.function).ends_params;
    for (size_t i = 0; i < t.arguments.size() && mask != 0; ++i) {
      if ((mask & param_bit(i)) != 0 && t.arguments[i].valid()) note_end(t.arguments[i], s);
    }
  }
}

// A process or table is ended: by its name, or as what the read gave.
void CallWalk::note_end(ValueId v, PathState& s) {
  const Value& value = in_.f.value(v);
  if (value.kind == ValueKind::param) listener_.on_ended_params(param_bit(value.index));
  if (s.pending.empty()) return;
  SymId key = frame_.assumed.canonical(v);
  for (uint32_t which : s.pending) {
    const PendingRead& read = frame_.reads[which];
    bool found = value.kind == ValueKind::call && value.index == read.call;
    if (!found && (in_.syms[key].fleeting || frame_.assumed.canonical(read.location.key) != key)) continue;
    auto at = std::lower_bound(s.ended.begin(), s.ended.end(), which);
    if (at == s.ended.end() || *at != which) s.ended.insert(at, which);
  }
}

}  // namespace dh::erlang
