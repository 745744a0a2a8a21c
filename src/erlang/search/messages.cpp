#include "erlang/search/messages.h"

#include <algorithm>

namespace dh::erlang {

Write::Part Messages::payload_of(SymId part, std::span<const ValueId> arguments) const {
  Write::Part result;
  uint32_t index = in_.syms[in_.syms.root(part, result.path)].index;
  if (index < arguments.size()) result.value = arguments[index];
  while (result.value.valid() && !result.path.empty()) {
    const Value& whole = in_.f.value(result.value);
    if (whole.kind != ValueKind::tuple || result.path.back() >= whole.count) break;
    result.value = in_.f.operands_of(whole)[result.path.back()];
    result.path.pop_back();
  }
  return result;
}

std::vector<Write::Part> Messages::payload_of(ValueId message) const {
  const Value& v = in_.f.value(message);
  if (v.kind == ValueKind::param) return {{message, {}}};
  std::vector<Write::Part> parts;
  if (v.kind != ValueKind::tuple && v.kind != ValueKind::cons) return parts;
  for (ValueId element : in_.f.operands_of(v)) parts.push_back({element, {}});
  return parts;
}

bool Messages::keep_payload(const Write& a, std::vector<SymId>& kept) {
  bool put_together = false;
  auto keep = [&](auto& self, const Write::Part& part, int depth) -> void {
    const Value& value = in_.f.value(part.value);
    if (part.path.empty() && (value.kind == ValueKind::tuple || value.kind == ValueKind::cons) && depth < 4) {
      for (ValueId element : in_.f.operands_of(value)) self(self, {element, {}}, depth + 1);
      return;
    }
    ValueId root = part.value;
    while (in_.f.value(root).kind == ValueKind::field) root = in_.f.operands_of(in_.f.value(root))[0];
    if (kept.size() >= kMaxPayload || in_.f.value(root).kind != ValueKind::param) return;
    SymId whole = values_.of(part.value);
    for (size_t i = part.path.size(); i > 0; --i)
      whole = in_.syms.part(SymKind::field, part.path[i - 1], whole);
    if (in_.syms[in_.syms.root(whole)].kind != SymKind::param) return;
    put_together = put_together || (depth > 0 && a.via.function.valid());
    if (std::find(kept.begin(), kept.end(), whole) == kept.end()) kept.push_back(whole);
  };
  for (const Write::Part& part : a.payload) keep(keep, part, 0);
  return put_together;
}

void Messages::compare_with_answer(const PendingRead& read, const Write& w, Pair& pair) {
  for (const Write::Part& part : w.payload) {
    if (part.path.empty()) compare_part(part.value, read, w, 0, pair);
  }
}

void Messages::compare_part(ValueId v, const PendingRead& o, const Write& a, int depth, Pair& pair) {
  const Value& value = in_.f.value(v);
  if (is_new_version(v, o)) {
    pair.update = true;
    bool inside = a.via.function.valid() && depth > 0;
    pair.forwarded = pair.forwarded || ((inside || a.forwarded) && !asks_for_it(o, a));
  } else if (is_part_of_answer(v, o)) {
    pair.compared = true;
  } else if ((value.kind == ValueKind::tuple || value.kind == ValueKind::cons) && depth < 4) {
    for (ValueId part : in_.f.operands_of(value)) compare_part(part, o, a, depth + 1, pair);
  }
}

// Whether it is what the read gave, or a part of that.
bool Messages::is_part_of_answer(ValueId v, const PendingRead& o) const {
  if (o.merged) return false;
  for (;; v = in_.f.operands_of(in_.f.value(v))[0]) {
    if (v == in_.f.calls[o.call].result) return true;
    ValueKind kind = in_.f.value(v).kind;
    if (kind != ValueKind::field && kind != ValueKind::head && kind != ValueKind::tail) return false;
  }
}

// Whether a value is made of an answer by changing that.
bool Messages::is_new_version(ValueId v, const PendingRead& o) {
  const Value& value = in_.f.value(v);
  auto operands = in_.f.operands_of(value);
  auto of_it = [&](ValueId operand) { return operand.valid() && taints_.made_of(operand).meets(o.bit); };
  switch (value.kind) {
    case ValueKind::computed:
      return of_it(v);
    case ValueKind::update:
      return of_it(operands[0]);
    case ValueKind::cons:  // [X | L], not the last cell of a list that is written out
      return in_.f.value(operands[1]).kind != ValueKind::cons && of_it(operands[1]);
    case ValueKind::tuple:
      return is_new_tuple(operands, o);
    case ValueKind::call: {
      const Call& c = in_.f.calls[value.index];
      auto it = c.kind == CallKind::named ? in_.model.changes.find(c.callee) : in_.model.changes.end();
      return it != in_.model.changes.end() &&
             of_it(in_.f.operands_in(c.arguments)[static_cast<size_t>(it->second)]);
    }
    default:
      return false;
  }
}

// {A, New} for the answer {A, Old}.
bool Messages::is_new_tuple(std::span<const ValueId> elements, const PendingRead& read) {
  constexpr uint32_t kNear = 3;  // further away, the result of the current call is not the server's answer
  bool kept = false, changed = false;
  if (in_.chains.length(read.chain) > kNear) return false;
  for (uint32_t i = 0; i < elements.size(); ++i) {
    const Value& element = in_.f.value(elements[i]);
    bool same_place = element.kind == ValueKind::field && element.index == i;
    if (same_place && is_part_of_answer(in_.f.operands_of(element)[0], read)) {
      // Not {set, A, New} for {ok, A}: these are messages of their own.
      SymId first = in_.syms.part(SymKind::field, 0, values_.of(in_.f.operands_of(element)[0]));
      if (in_.syms.differ(assumed_.canonical(first), values_.of(elements[0]))) return false;
      kept = true;
    }
    changed =
        changed || (element.kind != ValueKind::constant && !taints_.made_of(elements[i]).meets(read.bit));
  }
  return kept && changed;
}

// Where both go through functions that send whatever they are given: whether the one looks like a question
// for what the other sends back. It is close to it, and names nothing that the other one does not name.
bool Messages::asks_for_it(const PendingRead& read, const Write& w) const {
  constexpr uint32_t kNear = 2;
  if (read.merged || in_.chains.length(read.chain) > kNear || w.length(in_.chains) > kNear) return false;
  std::vector<ValueId> asked = named_in(in_.f.calls[read.call]), sent = named_in(in_.f.calls[w.via.call]);
  return std::all_of(asked.begin(), asked.end(),
                     [&](ValueId v) { return std::find(sent.begin(), sent.end(), v) != sent.end(); });
}

// The variables in the arguments of a call.
std::vector<ValueId> Messages::named_in(const Call& c) const {
  std::vector<ValueId> out;
  Parts parts(c.result);  // not itself
  parts.add(in_.f.operands_in(c.arguments));
  for (ValueId v; parts.next(v);) {
    const Value& value = in_.f.value(v);
    if (value.kind == ValueKind::tuple || value.kind == ValueKind::cons) {
      parts.add(in_.f.operands_of(value));
    } else if (value.kind != ValueKind::constant && v != c.result && !in_.is_self(v)) {
      out.push_back(v);
    }
  }
  return out;
}

}  // namespace dh::erlang
