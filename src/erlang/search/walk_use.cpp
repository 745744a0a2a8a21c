// What becomes of what was read: whether it is handed on after it was taken away, written back, or sent back.
#include <algorithm>

#include "erlang/search/walk.h"

namespace dh::erlang {

namespace {

// What is put into values is in them once, however often it stands there: {X, X} of {Y, Y} of {Z, Z}.
class Parts {
 public:
  explicit Parts(ValueId whole) : todo_{whole} { seen_.insert(whole.value); }

  bool next(ValueId& v) {
    if (todo_.empty()) return false;
    v = todo_.back();
    todo_.pop_back();
    return true;
  }
  void add(std::span<const ValueId> values) {
    for (ValueId v : values) {
      if (seen_.insert(v.value).second) todo_.push_back(v);
    }
  }

 private:
  std::vector<ValueId> todo_;
  FlatSet<uint32_t> seen_;
};

}  // namespace

// The reads that a value is made of, not those that only chose it.
ReadSet Walker::made_of(ValueId whole) {
  ReadSet reads;
  Parts parts(whole);
  for (ValueId v; parts.next(v);) {
    const Value& value = f_.value(v);
    auto operands = f_.operands_of(value);
    switch (value.kind) {
      case ValueKind::phi:
        parts.add(operands.first(std::min<size_t>(value.index, operands.size())));
        break;
      case ValueKind::computed:  // of A -- B it is A that is sent back
        parts.add(value.of_first ? operands.first(1) : operands);
        break;
      case ValueKind::tuple:
      case ValueKind::cons:
      case ValueKind::unknown:
        parts.add(operands);
        break;
      default:
        reads |= taint(v).reads;
    }
  }
  return reads;
}

// Whether a value is what the read gave, a part of it, or something that it was put into as it is.
bool Walker::carries(ValueId whole, const Occurrence& o) const {
  if (o.merged) return false;
  Parts parts(whole);
  for (ValueId v; parts.next(v);) {
    if (v == f_.calls[o.call].result) return true;
    const Value& value = f_.value(v);
    auto operands = f_.operands_of(value);
    switch (value.kind) {
      case ValueKind::phi:
        parts.add(operands.first(std::min<size_t>(value.index, operands.size())));
        break;
      case ValueKind::tuple:
      case ValueKind::cons:
      case ValueKind::field:
      case ValueKind::head:
      case ValueKind::tail:
      case ValueKind::member:
      case ValueKind::update:
        parts.add(operands);
        break;
      default:
        break;
    }
  }
  return false;
}

// Whether it is what the read gave, or a part of that.
bool Walker::part_of_answer(ValueId v, const Occurrence& o) const {
  if (o.merged) return false;
  for (;; v = f_.operands_of(f_.value(v))[0]) {
    if (v == f_.calls[o.call].result) return true;
    ValueKind kind = f_.value(v).kind;
    if (kind != ValueKind::field && kind != ValueKind::head && kind != ValueKind::tail) return false;
  }
}

// Whether a call does something with what it is given, other than to look or to clear away more.
bool Walker::goes_on(const Call& c) const {
  if (c.kind != CallKind::named) return true;
  auto it = r_.model.operations.find(c.callee);
  if (it == r_.model.operations.end()) {
    FunctionId callee = r_.core.find_from(f_.module, c.callee);
    if (!callee.valid()) return true;
    const std::vector<Call>& calls = r_.core.function(callee).calls;
    return calls.empty() || std::any_of(calls.begin(), calls.end(), [&](const Call& inner) {
             return !r_.model.operations.contains(inner.callee) || goes_on(inner);
           });
  }
  auto changes = [](const OperationModel& op) {
    return op.effect != Effect::read && op.effect != Effect::remove;
  };
  auto removes = [](const OperationModel& op) { return op.effect == Effect::remove; };
  return std::any_of(it->second.begin(), it->second.end(), changes) &&
         std::none_of(it->second.begin(), it->second.end(), removes);
}

// Who goes on with what it has read, after it has removed it, has taken it in two steps. `values`: what is
// handed on, `use`: all that it depends on.
void Walker::note_use(const State& s, const Taint& use, std::span<const ValueId> values, const Call* by) {
  if (s.removed.empty()) return;
  ReadSet handed_on;
  for (ValueId v : values) handed_on |= made_of(v);
  for (const auto& [index, read] : s.removed) {
    const Occurrence& o = occurrences_[read];
    if (!use.reads.meets(o.bit)) continue;
    Pair& pair = r_.pairs[index];
    const OperationModel* operation = r_.operation_at(pair.act, pair.state);
    bool removes = operation != nullptr && operation->effect == Effect::remove;
    if (!removes && !handed_on.meets(o.bit)) continue;
    if (!removes && by != nullptr && writes_again(*by, pair)) continue;
    pair.idle = false;
    pair.used_after = true;
    if (!removes) continue;
    // Not where all that was found is cleared away, one by one.
    const Sym& key = r_.syms[r_.syms.root(pair.act_datum.key)];
    bool each = false;
    if (pair.frame == id_ && pair.act_chain.valid()) {
      const std::vector<Target>& targets = r_.targets_of(id_, r_.chains[pair.act_chain.index()].call.call);
      each = std::any_of(targets.begin(), targets.end(), [](const Target& t) { return t.list.valid(); });
    }
    if (key.kind == SymKind::local && r_.core.owns(id_, NodeId(key.index)))
      each = f_.value(r_.core.value_of(id_, NodeId(key.index))).kind == ValueKind::member;
    if (each) continue;
    pair.taken =
        pair.taken || std::any_of(values.begin(), values.end(), [&](ValueId v) { return carries(v, o); });
  }
}

// Whether a call writes what the pair is about.
bool Walker::writes_again(const Call& c, const Pair& pair) {
  auto it = c.kind == CallKind::named ? r_.model.operations.find(c.callee) : r_.model.operations.end();
  if (it == r_.model.operations.end()) return false;
  return std::any_of(it->second.begin(), it->second.end(), [&](const OperationModel& op) {
    if (op.state != pair.state || op.effect != Effect::act) return false;
    std::vector<Datum> data = data_of(c, op);
    return std::any_of(data.begin(), data.end(),
                       [&](const Datum& d) { return compare(canonical(d), pair.act_datum) >= Same::likely; });
  });
}

// A constant that is put there whatever was: what was there is gone.
bool Walker::resets(const Act& a) const {
  const StateModel& state = r_.model.states[a.datum.state];
  const Sym& value = r_.syms[a.value];
  if (a.spawned || state.cache || state.messages || value.open || value.fleeting) return false;
  const OperationModel* operation = r_.operation_at(a.site, a.datum.state);
  return operation != nullptr && operation->effect == Effect::act;
}

// Whether the object that is written comes from the one that was found in the same table by a key, through
// something that does not tell which key it has now.
bool Walker::found_there(const Occurrence& o, const Act& a) {
  const OperationModel* operation = r_.operation_at(a.site, a.datum.state);
  auto object_role = [](ArgRole role) { return role == ArgRole::object || role == ArgRole::record; };
  if (operation == nullptr || std::none_of(operation->roles.begin(), operation->roles.end(), object_role))
    return false;
  SymId key = canonical(a.datum.key), table = canonical(a.datum.table);
  if (r_.syms[key].kind != SymKind::field || r_.syms.has_any(o.datum.key)) return false;
  SymId object = r_.syms.parts(key)[0];
  // Of what is put together anew, another element has to come from there as well.
  auto comes_from_it = [&](auto& self, SymId part) -> bool {
    auto parts = r_.syms.parts(part);
    return part == object ||
           std::any_of(parts.begin(), parts.end(), [&](SymId inner) { return self(self, inner); });
  };
  if (a.value != r_.syms.unknown() && !comes_from_it(comes_from_it, a.value)) return false;
  SymId base = object;
  while (r_.syms[base].kind == SymKind::head || r_.syms[base].kind == SymKind::tail)
    base = r_.syms.parts(base)[0];
  SymKind kind = r_.syms[base].kind;
  if (kind != SymKind::local && kind != SymKind::computed && kind != SymKind::applied) return false;
  if (!depends(base, o.bit)) return false;
  if (r_.model.states[a.datum.state].ets_tables) return compare_tables(o.datum.table, table) >= Same::likely;
  bool of_record = r_.syms[table].kind == SymKind::field && r_.syms.parts(table)[0] == object;
  return of_record || compare(o.datum.table, table) >= Same::likely;
}

// The elements of a message: what it is about besides its tag. Callers know what a parameter holds.
std::vector<Walker::Act::Part> Walker::payload_of(ValueId message) const {
  const Value& v = f_.value(message);
  if (v.kind == ValueKind::param) return {{message, {}}};
  std::vector<Act::Part> parts;
  if (v.kind != ValueKind::tuple && v.kind != ValueKind::cons) return parts;
  for (ValueId element : f_.operands_of(v)) parts.push_back({element, {}});
  return parts;
}

// The parts of a message that come from the parameters; whether it was put together for the function that
// sends it.
bool Walker::keep_payload(const Act& a, std::vector<SymId>& kept) {
  bool put_together = false;
  auto keep = [&](auto& self, const Act::Part& part, int depth) -> void {
    const Value& value = f_.value(part.value);
    if (part.path.empty() && (value.kind == ValueKind::tuple || value.kind == ValueKind::cons) && depth < 4) {
      for (ValueId element : f_.operands_of(value)) self(self, {element, {}}, depth + 1);
      return;
    }
    ValueId root = part.value;
    while (f_.value(root).kind == ValueKind::field) root = f_.operands_of(f_.value(root))[0];
    if (kept.size() >= kMostPayload || f_.value(root).kind != ValueKind::param) return;
    SymId whole = sym(part.value);
    for (size_t i = part.path.size(); i > 0; --i)
      whole = r_.syms.part(SymKind::field, part.path[i - 1], whole);
    if (r_.syms[r_.syms.root(whole)].kind != SymKind::param) return;
    put_together = put_together || (depth > 0 && a.via.function.valid());
    if (std::find(kept.begin(), kept.end(), whole) == kept.end()) kept.push_back(whole);
  };
  for (const Act::Part& part : a.payload) keep(keep, part, 0);
  return put_together;
}

// Whether a message holds something computed from an answer of the same server, and the answer itself or a
// part of it besides.
void Walker::look_at_message(ValueId v, const Occurrence& o, const Act& a, int depth, Pair& pair) {
  const Value& value = f_.value(v);
  if (is_new_version(v, o)) {
    pair.update = true;
    bool inside = a.via.function.valid() && depth > 0;
    pair.forwarded = pair.forwarded || ((inside || a.forwarded) && !asks_for_it(o, a));
  } else if (part_of_answer(v, o)) {
    pair.compared = true;
  } else if ((value.kind == ValueKind::tuple || value.kind == ValueKind::cons) && depth < 4) {
    for (ValueId part : f_.operands_of(value)) look_at_message(part, o, a, depth + 1, pair);
  }
}

// Where both go through functions that send whatever they are given: whether the one looks like a question
// for what the other sends back. It is put near it, and whatever it names the other one names as well.
bool Walker::asks_for_it(const Occurrence& o, const Act& a) const {
  constexpr uint32_t kNear = 2;
  if (o.merged || r_.length(o.chain) > kNear || length_of(a) > kNear) return false;
  auto leaves = [&](const Call& c) {
    std::vector<ValueId> out;
    Parts parts(c.result);  // not itself
    parts.add(f_.operands_in(c.arguments));
    for (ValueId v; parts.next(v);) {
      const Value& value = f_.value(v);
      if (value.kind == ValueKind::tuple || value.kind == ValueKind::cons) {
        parts.add(f_.operands_of(value));
      } else if (value.kind != ValueKind::constant && v != c.result && !is_self(v)) {
        out.push_back(v);
      }
    }
    return out;
  };
  std::vector<ValueId> asked = leaves(f_.calls[o.call]), sent = leaves(f_.calls[a.via.call]);
  return std::all_of(asked.begin(), asked.end(),
                     [&](ValueId v) { return std::find(sent.begin(), sent.end(), v) != sent.end(); });
}

// Whether a value is made of an answer by changing that.
bool Walker::is_new_version(ValueId v, const Occurrence& o) {
  const Value& value = f_.value(v);
  auto operands = f_.operands_of(value);
  auto of_it = [&](ValueId operand) { return operand.valid() && made_of(operand).meets(o.bit); };
  switch (value.kind) {
    case ValueKind::computed:
      return of_it(v);
    case ValueKind::update:
      return of_it(operands[0]);
    case ValueKind::cons:  // [X | L], not the last cell of a list that is written out
      return f_.value(operands[1]).kind != ValueKind::cons && of_it(operands[1]);
    case ValueKind::tuple: {
      // {A, New} for the answer {A, Old}.
      constexpr uint32_t kNear = 3;  // further away, the answer of the call at hand is not the server's
      bool kept = false, changed = false;
      if (r_.length(o.chain) > kNear) return false;
      for (uint32_t i = 0; i < operands.size(); ++i) {
        const Value& element = f_.value(operands[i]);
        bool same_place = element.kind == ValueKind::field && element.index == i;
        bool of_answer = same_place && part_of_answer(f_.operands_of(element)[0], o);
        // Not {set, A, New} for {ok, A}: these are messages of their own.
        SymId first = of_answer ? r_.syms.part(SymKind::field, 0, sym(f_.operands_of(element)[0])) : SymId();
        if (of_answer && r_.syms.differ(canonical(first), sym(operands[0]))) return false;
        kept = kept || of_answer;
        changed = changed || (element.kind != ValueKind::constant && !of_it(operands[i]));
      }
      return kept && changed;
    }
    case ValueKind::call: {
      const Call& c = f_.calls[value.index];
      auto it = c.kind == CallKind::named ? r_.model.changes.find(c.callee) : r_.model.changes.end();
      return it != r_.model.changes.end() &&
             of_it(f_.operands_in(c.arguments)[static_cast<size_t>(it->second)]);
    }
    default:
      return false;
  }
}

}  // namespace dh::erlang
