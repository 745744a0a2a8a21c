#include "erlang/search/taints.h"

#include <algorithm>

namespace dh::erlang {

bool Parts::next(ValueId& v) {
  if (todo_.empty()) return false;
  v = todo_.back();
  todo_.pop_back();
  return true;
}

void Parts::add(std::span<const ValueId> values) {
  for (ValueId v : values) {
    if (seen_.insert(v.value).second) todo_.push_back(v);
  }
}

void Taints::set(ValueId v, const Taint& taint) {
  taints_[v.index()] = taint;
  final_[v.index()] = true;
}

void Taints::add_reads(ValueId v, const ReadSet& reads) {
  taints_[v.index()].reads |= reads;
  final_[v.index()] = true;
}

void Taints::Rounds::end() {
  for (const Call& c : taints_.in_.f.calls)
    called_[c.result.index()] = called_[c.result.index()] || taints_.final_[c.result.index()];
}

void Taints::Rounds::finish() {
  taints_.final_ = before_;
  for (const Call& c : taints_.in_.f.calls) taints_.final_[c.result.index()] = called_[c.result.index()];
}

// Values are made of values that are made of values: without recursion, and each only once in a question.
Taint Taints::of(ValueId v) {
  if (final_[v.index()]) return taints_[v.index()];
  struct Open {
    ValueId value;
    uint32_t operand = 0;
    bool final = true;
    Taint result = {};
  };
  std::vector<Open> open{{v}};
  FlatMap<ValueId, Taint> passing;  // of values that may still get another one
  Taint last;
  while (!open.empty()) {
    Open& at = open.back();
    const Value& value = in_.f.value(at.value);
    auto operands = in_.f.operands_of(value);
    if (at.operand == 0) {
      if (value.kind == ValueKind::param) at.result.params = param_bit(value.index);
      if (value.kind == ValueKind::outer) at.result.params = kCaptured;
      // The walk sets these when it comes there.
      if (value.kind == ValueKind::call || value.kind == ValueKind::message) at.final = false;
    }
    if (at.operand < operands.size()) {
      ValueId o = operands[at.operand++];
      if (final_[o.index()]) {
        at.result |= taints_[o.index()];
        continue;
      }
      auto [it, fresh] = passing.try_emplace(o);
      if (fresh) {
        open.push_back({o});
      } else {
        at.result |= it->second;
        at.final = false;
      }
      continue;
    }
    Open done = at;
    open.pop_back();
    if (done.final) {
      taints_[done.value.index()] = done.result;
      final_[done.value.index()] = true;
    } else {
      passing[done.value] = done.result;
    }
    last = done.result;
    if (open.empty()) break;
    open.back().result |= done.result;
    open.back().final = open.back().final && done.final;
  }
  return last;
}

bool Taints::depends(SymId s, const ReadSet& reads) {
  const Sym& sym = in_.syms[s];
  if (sym.kind == SymKind::local) {
    NodeId node(sym.index);
    return in_.core.owns(in_.id, node) && of(in_.core.value_of(in_.id, node)).reads.meets(reads);
  }
  auto parts = in_.syms.parts(s);
  return std::any_of(parts.begin(), parts.end(), [&](SymId p) { return depends(p, reads); });
}

Taint Taints::of_all(std::span<const ValueId> values) {
  Taint result;
  for (ValueId v : values) {
    if (v.valid()) result |= of(v);
  }
  return result;
}

ReadSet Taints::made_of(ValueId whole) {
  ReadSet reads;
  Parts parts(whole);
  for (ValueId v; parts.next(v);) {
    const Value& value = in_.f.value(v);
    auto operands = in_.f.operands_of(value);
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
        reads |= of(v).reads;
    }
  }
  return reads;
}

}  // namespace dh::erlang
