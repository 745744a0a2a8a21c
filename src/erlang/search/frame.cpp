#include <algorithm>

#include "erlang/search/walk.h"

namespace dh::erlang {
namespace {

// Which of two equal values to keep: the one that says more.
int rank(SymKind kind) {
  switch (kind) {
    case SymKind::constant:
      return 0;
    case SymKind::tuple:
    case SymKind::cons:
      return 1;
    case SymKind::self:
    case SymKind::param:
      return 2;
    case SymKind::outer:
      return 3;
    case SymKind::local:
    case SymKind::with:
    case SymKind::list_of:
      return 4;
    case SymKind::field:
    case SymKind::head:
    case SymKind::tail:
    case SymKind::computed:
    case SymKind::applied:
      return 5;
    case SymKind::any:
    case SymKind::some:
    case SymKind::function:
    case SymKind::foreign:
    case SymKind::unknown:
      return 6;
  }
  return 6;
}

}  // namespace

SymId Walker::sym(ValueId v, int depth) {
  if (depth > 12) return r_.syms.unknown();
  SymId& known = syms_[v.index()];
  if (known.valid()) return known;
  const Value& value = f_.value(v);
  auto operands = f_.operands_of(value);
  SymId result;
  switch (value.kind) {
    case ValueKind::param:
      result = r_.syms.make(SymKind::param, value.index);
      break;
    case ValueKind::constant:
      result = r_.syms.make(SymKind::constant, r_.core.constant(f_.module, value.index).value);
      break;
    case ValueKind::tuple:
    case ValueKind::cons: {
      std::vector<SymId> parts;
      for (ValueId o : operands) parts.push_back(sym(o, depth + 1));
      result = r_.syms.make(value.kind == ValueKind::tuple ? SymKind::tuple : SymKind::cons, 0, parts);
      break;
    }
    case ValueKind::field:
      result = r_.syms.part(SymKind::field, value.index, sym(operands[0], depth + 1));
      break;
    case ValueKind::head:
      result = r_.syms.part(SymKind::head, 0, sym(operands[0], depth + 1));
      break;
    case ValueKind::tail:
      result = r_.syms.part(SymKind::tail, 0, sym(operands[0], depth + 1));
      break;
    case ValueKind::outer:
      result =
          r_.syms.make(SymKind::outer,
                       r_.core.node(r_.core.function_of(f_.module, f_.parent), ValueId(value.index)).value);
      break;
    case ValueKind::member: {
      result = r_.syms.make(SymKind::local, r_.core.node(id_, v).value);
      SymId element = element_of(sym(operands[0], depth + 1));
      if (element.valid()) result = r_.syms.instance(element, result);
      break;
    }
    case ValueKind::update: {
      SymId tuple = sym(operands[0], depth + 1);
      result = r_.syms.with(value.index, tuple, sym(operands[1], depth + 1));
      break;
    }
    case ValueKind::call:
      result = answer(v, depth);
      break;
    case ValueKind::closure:
    case ValueKind::fun_name:
      if (FunctionId fun = fun_of(v); fun.valid()) {
        result = r_.syms.make(SymKind::function, fun.value);
        break;
      }
      [[fallthrough]];
    case ValueKind::unknown:
    case ValueKind::computed:
      result = computed(SymKind::computed, operation_of(value).value, v, operands, depth);
      if (value.elements) result = r_.syms.list_of(sym(operands[0], depth + 1), result);
      break;
    case ValueKind::phi:
    case ValueKind::message:
      result = r_.syms.make(SymKind::local, r_.core.node(id_, v).value);
      break;
  }
  syms_[v.index()] = result;
  SymId named = r_.syms.plain(result);
  if (value.name.valid() && r_.syms[named].count == 1) r_.syms.set_name(named, id_, value.name);
  return result;
}

// What is computed from known things, or else this value and no other.
SymId Walker::computed(SymKind kind, uint32_t operation, ValueId v, std::span<const ValueId> operands,
                       int depth) {
  SymId result = r_.syms.unknown();
  if (operation != Symbol::kNone && operands.size() <= SymTable::kMostParts) {
    std::vector<SymId> parts;
    for (ValueId o : operands) parts.push_back(o.valid() ? sym(o, depth + 1) : r_.syms.unknown());
    result = r_.syms.compute(kind, operation, parts);
  }
  return r_.syms[result].fleeting ? r_.syms.make(SymKind::local, r_.core.node(id_, v).value) : result;
}

// What a call gives.
SymId Walker::answer(ValueId v, int depth) {
  if (is_self(v)) return r_.syms.make(SymKind::self, 0);
  uint32_t index = f_.value(v).index;
  const Call& c = f_.calls[index];
  if (c.kind == CallKind::named) {
    if (auto it = r_.model.functional.find(c.callee); it != r_.model.functional.end())
      return list_given(
          v, computed(SymKind::computed, it->second.value, v, f_.operands_in(c.arguments), depth), depth);
  }
  SymId result = r_.syms.make(SymKind::local, r_.core.node(id_, v).value);
  const std::vector<Target>& targets = r_.targets_of(id_, index);
  if (targets.size() == 1 && !targets[0].by_model && r_.functional[targets[0].function.index()])
    result = computed(SymKind::applied, targets[0].function.value, v, f_.operands_in(c.arguments), depth);
  SymId given = given_by(v, result, depth);
  return given == result ? list_given(v, result, depth) : given;
}

SymId Walker::import(SymId s, std::span<const SymId> arguments, bool other_process) {
  return r_.syms.map(s, [&](SymId id, const Sym& leaf) -> SymId {
    if (leaf.kind == SymKind::self && other_process) return r_.syms.unknown();
    if (leaf.kind == SymKind::param)
      return leaf.index < arguments.size() ? arguments[leaf.index] : r_.syms.unknown();
    if (leaf.kind == SymKind::outer && r_.core.owns(id_, NodeId(leaf.index))) {
      return sym(r_.core.value_of(id_, NodeId(leaf.index)));
    }
    if (leaf.kind == SymKind::outer && maker_ != nullptr &&
        r_.core.owns(maker_->function, NodeId(leaf.index))) {
      SymId made_of = of_maker(r_.core.value_of(maker_->function, NodeId(leaf.index)), 0);
      return made_of.valid() ? made_of : id;
    }
    return id;
  });
}

// Where a fun comes from a call, what it has captured there is known by the arguments of that call.
const Target* Walker::find_maker(const Call& c, const Target& target, ValueId fun) {
  if (!target.function.valid() || !r_.core.function(target.function).is_fun) return nullptr;
  auto made_by = [&](ValueId v) -> const Target* {
    if (!v.valid() || f_.value(v).kind != ValueKind::call) return nullptr;
    const std::vector<Target>& makers = r_.targets_of(id_, f_.value(v).index);
    return makers.size() == 1 && !makers[0].by_model ? &makers[0] : nullptr;
  };
  if (fun.valid()) return made_by(fun);
  for (ValueId a : f_.operands_in(c.arguments)) {
    const ValueSet& set = r_.values.of(id_, a);
    Object wanted{ObjectKind::function, target.function.value};
    if (std::find(set.objects.begin(), set.objects.end(), wanted) != set.objects.end()) return made_by(a);
  }
  return nullptr;
}

// A value of the function that made the fun, in terms of this one; invalid if it is not known by parameters.
SymId Walker::of_maker(ValueId value, int depth) {
  const CoreFunction& maker = r_.core.function(maker_->function);
  const Value& v = maker.value(value);
  if (v.kind == ValueKind::param) {
    bool given = v.index < maker_->arguments.size() && maker_->arguments[v.index].valid();
    return given ? sym(maker_->arguments[v.index]) : SymId();
  }
  if (v.kind == ValueKind::constant)
    return r_.syms.make(SymKind::constant, r_.core.constant(maker.module, v.index).value);
  if (v.kind != ValueKind::field || depth > 4) return SymId();
  SymId whole = of_maker(maker.operands_of(v)[0], depth + 1);
  return whole.valid() ? r_.syms.part(SymKind::field, v.index, whole) : SymId();
}

// A key that grows with every round of a recursion cannot be named: there is no end of such keys. Of one with
// a part that is computed anew each time the rest is known.
Datum Walker::import(const Datum& d, std::span<const SymId> arguments, bool recursion, bool other_process) {
  auto bounded = [&](SymId from) {
    SymId to = import(from, arguments, other_process);
    auto grows = [&] { return r_.syms[to].depth > r_.syms[from].depth && r_.syms[to].depth > 2; };
    bool once = r_.syms[from].computed == 0 && r_.syms[to].computed == 1;
    if (!recursion || once || !grows()) return to;
    to = r_.syms.without_computed(to);
    return grows() ? r_.syms.unknown() : to;
  };
  return {d.state, bounded(d.table), bounded(d.key)};
}

SymId Walker::exported(SymId s) {
  return r_.syms.map(s, [&](SymId id, const Sym& leaf) -> SymId {
    if (leaf.kind != SymKind::local) return id;
    // Outside, a local is no more than what it can be: one constant, or one of a set.
    uint32_t number = r_.values.set_number(NodeId(leaf.index));
    const ValueSet& set = r_.values.of(NodeId(leaf.index));
    if (set.objects.empty()) return r_.syms.unknown();
    if (set.objects.size() == 1 && !set.unknown && set.objects[0].kind == ObjectKind::constant)
      return r_.syms.make(SymKind::constant, set.objects[0].index);
    return r_.syms.make(SymKind::foreign, r_.one_of_set.try_emplace(number, leaf.index).first->second);
  });
}

void Walker::make_equations() {
  equations_made_ = true;
  equal_.clear();
  unequal_.clear();
  known_.clear();
  if (!canonical_.empty()) canonical_.clear();
  last_here_.valid = false;
  for (const auto& [member, element] : bound_) {
    equal_.push_back({member, element});
    if (r_.syms[element].kind == SymKind::constant) note_domain(member, r_.domains.only(element));
  }
  for (const Fact& fact : scope_) {
    const Refinement& refinement = f_.refinements[fact.refinement];
    if (!refinement.right.valid()) {
      TypeMask types = refinement.types;
      if (!fact.holds) types = static_cast<TypeMask>(types::kAny & ~types);
      note_domain(sym(refinement.left), r_.domains.of_types(types));
      continue;
    }
    SymId a = sym(refinement.left), b = sym(refinement.right);
    if (a == b) continue;
    if (rank(r_.syms[a].kind) < rank(r_.syms[b].kind)) std::swap(a, b);
    if (r_.syms[a].kind == SymKind::constant) continue;  // two constants: this clause is never taken
    bool constant = r_.syms[b].kind == SymKind::constant;
    // A tag that is where the key was taken to be tells that the key is elsewhere.
    if (constant && (of_looked_up(refinement.left) || of_looked_up(refinement.right))) continue;
    if (refinement.equal == fact.holds) {
      equal_.push_back({a, b});
      if (constant) note_domain(a, r_.domains.only(b));
    } else {
      unequal_.push_back({a, b});
      if (constant) note_domain(a, r_.domains.all_but(b));
    }
  }
  for (auto& [a, b] : unequal_) {
    a = canonical(a);
    b = canonical(b);
  }
}

// An element that is known by the key under which the object was looked up.
bool Walker::of_looked_up(ValueId v) {
  const Value& value = f_.value(v);
  return value.kind == ValueKind::field && r_.syms[sym(f_.operands_of(value)[0])].kind == SymKind::with;
}

void Walker::note_domain(SymId value, DomainId domain) {
  auto known =
      std::find_if(known_.begin(), known_.end(), [&](const Condition& c) { return c.value == value; });
  if (known == known_.end()) {
    known_.push_back({value, domain});
  } else {
    known->domain = r_.domains.both(known->domain, domain);
  }
}

SymId Walker::canonical(SymId s) {
  if (!r_.syms[s].open) return s;
  if (!equations_made_) make_equations();
  if (equal_.empty() && alternatives_.empty()) return s;
  // An equation may hold its own left side (T =:= [X | T]), so the depth is limited.
  auto replace = [&](auto& self, SymId x, int depth) -> SymId {
    if (depth > 4 || !r_.syms[x].open) return x;
    auto it = std::find_if(equal_.begin(), equal_.end(), [&](const auto& e) { return e.first == x; });
    if (it != equal_.end()) return self(self, it->second, depth + 1);
    if (SymId only = only_alternative(x); only.valid()) return only;
    Sym now = r_.syms[x];
    if (now.count == 0) return x;
    std::array<SymId, SymTable::kMostParts> parts;
    bool same = true;
    for (uint32_t i = 0; i < now.count; ++i) {
      SymId part = r_.syms.parts(x)[i];
      parts[i] = self(self, part, depth + 1);
      same = same && parts[i] == part;
    }
    return same ? x : r_.syms.rebuilt(now, {parts.data(), now.count});
  };
  auto [it, fresh] = canonical_.try_emplace(s, s);
  if (!fresh) return it->second;
  return canonical_[s] = replace(replace, s, 0);
}

Same Walker::compare(SymId a, SymId b) {
  if (r_.syms.differ(a, b)) return Same::no;
  a = canonical(a);
  b = canonical(b);
  if (unequal_here(a, b)) return Same::no;
  return r_.syms.compare(a, b, id_);
}

// Whether the clause says so of two canonical values.
bool Walker::unequal_here(SymId a, SymId b) {
  if (!equations_made_) make_equations();
  return std::any_of(unequal_.begin(), unequal_.end(), [&](const auto& u) {
    return (u.first == a && u.second == b) || (u.first == b && u.second == a);
  });
}

Same Walker::compare(const Datum& a, const Datum& b) {
  if (a.state != b.state) return Same::no;
  Same key = compare(a.key, b.key);
  if (key < Same::maybe) return key;
  Same table =
      r_.model.states[a.state].ets_tables ? compare_tables(a.table, b.table) : compare(a.table, b.table);
  return std::min(table, key);
}

// A table can be meant by its name and by what ets:new gave.
Same Walker::compare_tables(SymId a, SymId b) {
  a = canonical(a);
  b = canonical(b);
  bool closed = !r_.syms[a].open && !r_.syms[b].open && !unequal_here(a, b);
  uint64_t pair = static_cast<uint64_t>(a.value) << 32 | b.value;
  if (closed) {
    if (auto it = r_.same_tables.find(pair); it != r_.same_tables.end()) return it->second;
  }
  Same same = compare(a, b);
  if (same < Same::likely) {
    TableView x = r_.tables.view(r_.syms.objects(a, id_));
    TableView y = r_.tables.view(r_.syms.objects(b, id_));
    if (!x.unknown && !y.unknown && x.tables.size() == 1 && y.tables == x.tables) same = Same::likely;
  }
  if (closed) r_.same_tables.emplace(pair, same);
  return same;
}

// Values are made of values that are made of values: without recursion, and each only once in a question.
Taint Walker::taint(ValueId v) {
  if (tainted_[v.index()]) return taints_[v.index()];
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
    const Value& value = f_.value(at.value);
    auto operands = f_.operands_of(value);
    if (at.operand == 0) {
      if (value.kind == ValueKind::param) at.result.params = param_bit(value.index);
      if (value.kind == ValueKind::outer) at.result.params = kCaptured;
      // The walk sets these when it comes there.
      if (value.kind == ValueKind::call || value.kind == ValueKind::message) at.final = false;
    }
    if (at.operand < operands.size()) {
      ValueId o = operands[at.operand++];
      if (tainted_[o.index()]) {
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
      tainted_[done.value.index()] = true;
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

// Whether a local that it is made of does.
bool Walker::depends(SymId s, const ReadSet& reads) {
  const Sym& sym = r_.syms[s];
  if (sym.kind == SymKind::local) {
    NodeId node(sym.index);
    return r_.core.owns(id_, node) && taint(r_.core.value_of(id_, node)).reads.meets(reads);
  }
  auto parts = r_.syms.parts(s);
  return std::any_of(parts.begin(), parts.end(), [&](SymId p) { return depends(p, reads); });
}

Taint Walker::taint_of(std::span<const ValueId> values) {
  Taint result;
  for (ValueId v : values) {
    if (v.valid()) result |= taint(v);
  }
  return result;
}

}  // namespace dh::erlang
