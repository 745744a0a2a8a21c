#include "erlang/search/symbolic_values.h"

#include <algorithm>

namespace dh::erlang {
namespace {

constexpr size_t kMaxAlternatives = 6;

}  // namespace

SymId SymbolicValues::of(ValueId v, int depth) {
  if (depth > 12) return in_.syms.unknown();
  if (SymId known = syms_[v.index()]; known.valid()) return known;
  const Value& value = in_.f.value(v);
  auto operands = in_.f.operands_of(value);
  SymId result;
  switch (value.kind) {
    case ValueKind::param:
      result = in_.syms.make(SymKind::param, value.index);
      break;
    case ValueKind::constant:
      result = in_.syms.make(SymKind::constant, in_.core.constant(in_.f.module, value.index).value);
      break;
    case ValueKind::tuple:
    case ValueKind::cons: {
      std::vector<SymId> parts;
      for (ValueId o : operands) parts.push_back(of(o, depth + 1));
      result = in_.syms.make(value.kind == ValueKind::tuple ? SymKind::tuple : SymKind::cons, 0, parts);
      break;
    }
    case ValueKind::field:
      result = in_.syms.part(SymKind::field, value.index, of(operands[0], depth + 1));
      break;
    case ValueKind::head:
      result = in_.syms.part(SymKind::head, 0, of(operands[0], depth + 1));
      break;
    case ValueKind::tail:
      result = in_.syms.part(SymKind::tail, 0, of(operands[0], depth + 1));
      break;
    case ValueKind::outer:
      result = in_.syms.make(
          SymKind::outer,
          in_.core.node(in_.core.function_of(in_.f.module, in_.f.parent), ValueId(value.index)).value);
      break;
    case ValueKind::member: {
      result = in_.syms.make(SymKind::local, in_.core.node(in_.id, v).value);
      SymId element = element_of(of(operands[0], depth + 1));
      if (element.valid()) result = in_.syms.instance(element, result);
      break;
    }
    case ValueKind::update: {
      SymId tuple = of(operands[0], depth + 1);
      result = in_.syms.with(value.index, tuple, of(operands[1], depth + 1));
      break;
    }
    case ValueKind::call:
      result = answer(v, depth);
      break;
    case ValueKind::closure:
    case ValueKind::fun_name:
      if (FunctionId fun = in_.fun_of(v); fun.valid()) {
        result = in_.syms.make(SymKind::function, fun.value);
        break;
      }
      [[fallthrough]];
    case ValueKind::unknown:
    case ValueKind::computed:
      result = computed(SymKind::computed, operation_of(value).value, v, operands, depth);
      if (value.elements) result = in_.syms.list_of(of(operands[0], depth + 1), result);
      break;
    case ValueKind::phi:
    case ValueKind::message:
      result = in_.syms.make(SymKind::local, in_.core.node(in_.id, v).value);
      break;
  }
  syms_[v.index()] = result;
  SymId named = in_.syms.plain(result);
  if (value.name.valid() && in_.syms[named].count == 1) in_.syms.set_name(named, in_.id, value.name);
  return result;
}

// What is computed from known things, or else this value and no other.
SymId SymbolicValues::computed(SymKind kind, uint32_t operation, ValueId v, std::span<const ValueId> operands,
                               int depth) {
  SymId result = in_.syms.unknown();
  if (operation != Symbol::kNone && operands.size() <= SymTable::kMaxParts) {
    std::vector<SymId> parts;
    for (ValueId o : operands) parts.push_back(o.valid() ? of(o, depth + 1) : in_.syms.unknown());
    result = in_.syms.compute(kind, operation, parts);
  }
  return in_.syms[result].fleeting ? in_.syms.make(SymKind::local, in_.core.node(in_.id, v).value) : result;
}

// What a call gives.
SymId SymbolicValues::answer(ValueId v, int depth) {
  if (in_.is_self(v)) return in_.syms.make(SymKind::self, 0);
  uint32_t index = in_.f.value(v).index;
  const Call& c = in_.f.calls[index];
  if (c.kind == CallKind::named) {
    if (auto it = in_.model.functional.find(c.callee); it != in_.model.functional.end())
      return list_given(
          v, computed(SymKind::computed, it->second.value, v, in_.f.operands_in(c.arguments), depth), depth);
  }
  SymId result = in_.syms.make(SymKind::local, in_.core.node(in_.id, v).value);
  const std::vector<Target>& targets = in_.targets_of(index);
  if (targets.size() == 1 && !targets[0].by_model && in_.is_functional(targets[0].function))
    result = computed(SymKind::applied, targets[0].function.value, v, in_.f.operands_in(c.arguments), depth);
  SymId given = given_by(v, result, depth);
  return given == result ? list_given(v, result, depth) : given;
}

SymId SymbolicValues::import(SymId s, std::span<const SymId> arguments, bool other_process) {
  return in_.syms.map(s, [&](SymId id, const Sym& leaf) -> SymId {
    if (leaf.kind == SymKind::self && other_process) return in_.syms.make(SymKind::child, 0);
    if (leaf.kind == SymKind::param)
      return leaf.index < arguments.size() ? arguments[leaf.index] : in_.syms.unknown();
    if (leaf.kind == SymKind::outer && in_.core.owns(in_.id, NodeId(leaf.index))) {
      return of(in_.core.value_of(in_.id, NodeId(leaf.index)));
    }
    if (leaf.kind == SymKind::outer && maker_ != nullptr &&
        in_.core.owns(maker_->function, NodeId(leaf.index))) {
      SymId made_of = of_maker(in_.core.value_of(maker_->function, NodeId(leaf.index)), 0);
      return made_of.valid() ? made_of : id;
    }
    return id;
  });
}

// A key that grows with every round of a recursion cannot be named: there is no end of such keys. Of one with
// a part that is computed again each time the rest is known.
Location SymbolicValues::import(const Location& d, std::span<const SymId> arguments, bool recursion,
                                bool other_process) {
  auto bounded = [&](SymId from) {
    SymId to = import(from, arguments, other_process);
    auto grows = [&] { return in_.syms[to].depth > in_.syms[from].depth && in_.syms[to].depth > 2; };
    bool once = in_.syms[from].computed == 0 && in_.syms[to].computed == 1;
    if (!recursion || once || !grows()) return to;
    to = in_.syms.without_computed(to);
    return grows() ? in_.syms.unknown() : to;
  };
  return {d.state, bounded(d.table), bounded(d.key)};
}

// Where a fun comes from a call, what it has captured there is known by the arguments of that call.
const Target* SymbolicValues::find_maker(const Call& c, const Target& target, ValueId fun) {
  if (!target.function.valid() || !in_.core.function(target.function).is_fun) return nullptr;
  auto made_by = [&](ValueId v) -> const Target* {
    if (!v.valid() || in_.f.value(v).kind != ValueKind::call) return nullptr;
    const std::vector<Target>& makers = in_.targets_of(in_.f.value(v).index);
    return makers.size() == 1 && !makers[0].by_model ? &makers[0] : nullptr;
  };
  if (fun.valid()) return made_by(fun);
  for (ValueId a : in_.f.operands_in(c.arguments)) {
    const ValueSet& set = in_.context.values.of(in_.id, a);
    Object wanted{ObjectKind::function, target.function.value};
    if (std::find(set.objects.begin(), set.objects.end(), wanted) != set.objects.end()) return made_by(a);
  }
  return nullptr;
}

// A value of the function that made the fun, in terms of this one; invalid if it is not known by parameters.
SymId SymbolicValues::of_maker(ValueId value, int depth) {
  const CoreFunction& maker = in_.core.function(maker_->function);
  const Value& v = maker.value(value);
  if (v.kind == ValueKind::param) {
    bool given = v.index < maker_->arguments.size() && maker_->arguments[v.index].valid();
    return given ? of(maker_->arguments[v.index]) : SymId();
  }
  if (v.kind == ValueKind::constant)
    return in_.syms.make(SymKind::constant, in_.core.constant(maker.module, v.index).value);
  if (v.kind != ValueKind::field || depth > 4) return SymId();
  SymId whole = of_maker(maker.operands_of(v)[0], depth + 1);
  return whole.valid() ? in_.syms.part(SymKind::field, v.index, whole) : SymId();
}

// Outside, a local is no more than what it can be: one constant, or one of a set.
SymId SymbolicValues::exported(SymId s) {
  return in_.syms.map(s, [&](SymId id, const Sym& leaf) -> SymId {
    return leaf.kind == SymKind::local ? in_.locations.representative(NodeId(leaf.index)) : id;
  });
}

// What a call gives, as far as the callees' summaries tell; `result` is what it gives as such.
SymId SymbolicValues::given_by(ValueId call, SymId result, int depth) {
  const std::vector<Target>& targets = in_.targets_of(in_.f.value(call).index);
  if (targets.empty()) return result;
  if (targets[0].by_model) return result;
  WithMaker none(*this, nullptr);
  std::vector<SymId> alternatives;
  for (const Target& target : targets) {
    const std::vector<SymId>& given = in_.summary_of(target.function).results;
    if (given.empty() || target.by_model || alternatives.size() > kMaxAlternatives) return result;
    std::vector<SymId> arguments = arguments_of(target, depth);
    for (SymId one : given) {
      SymId here = in_.syms.instance(import(one, arguments), result);
      if (std::find(alternatives.begin(), alternatives.end(), here) == alternatives.end())
        alternatives.push_back(here);
    }
  }
  if (alternatives.size() == 1) return alternatives[0];
  note_alternatives(result, std::move(alternatives));
  return result;
}

std::vector<SymId> SymbolicValues::arguments_of(const Target& target, int depth) {
  std::vector<SymId> arguments;
  for (ValueId a : target.arguments) arguments.push_back(a.valid() ? of(a, depth + 1) : in_.syms.unknown());
  return arguments;
}

// What a library gives that makes a list of the elements of another one, or of what a fun gives for them.
SymId SymbolicValues::list_given(ValueId call, SymId result, int depth) {
  const Call& c = in_.f.calls[in_.f.value(call).index];
  if (c.kind != CallKind::named || c.arguments.count == 0) return result;
  bool mapped = in_.model.mapped.contains(c.callee), flat = in_.model.flat.contains(c.callee);
  bool some = in_.model.some_of.contains(c.callee), one = in_.model.one_of.contains(c.callee);
  if (!mapped && !flat && !some && !one) return result;
  WithMaker none(*this, nullptr);
  SymId element;
  const std::vector<Target>& targets = in_.targets_of(in_.f.value(call).index);
  if ((mapped || flat) && c.arguments.count > 1) {
    if (targets.size() != 1 || !targets[0].list.valid()) return result;
    const Target& target = targets[0];
    std::vector<SymId> arguments = arguments_of(target, depth);
    if (arguments.empty()) return result;
    arguments[0] = some_element(of(target.list, depth + 1));
    for (SymId given : in_.summary_of(target.function).results) {
      SymId here = import(given, arguments);
      if (flat && in_.syms[here].kind == SymKind::constant) continue;  // [] adds nothing
      if (flat) here = in_.syms[here].kind == SymKind::cons ? in_.syms.parts(here)[0] : element_of(here);
      if (!here.valid() || (element.valid() && here != element)) return result;
      element = here;
    }
  } else {
    SymId list = of(in_.f.operands_in(c.arguments).back(), depth + 1);
    element = element_of(list);
    // Those of a list that pass a test are still its elements.
    if (some && !element.valid() && !in_.syms[list].fleeting) element = in_.syms.element(list);
    if (element == in_.syms.unknown()) return result;
    if (flat && element.valid()) element = element_of(element);
  }
  if (!element.valid()) return result;
  return one ? in_.syms.instance(element, result) : in_.syms.list_of(element, result);
}

// The elements of a list that is written out, if there are not too many.
std::vector<ValueId> SymbolicValues::written_elements(ValueId list) const {
  if (!list.valid() || in_.f.value(list).kind != ValueKind::cons) return {};
  auto elements = list_elements(in_.core, in_.id, list);
  return elements && elements->size() <= kMaxAlternatives ? *elements : std::vector<ValueId>();
}

// What an element of the list is, whichever; invalid where that is not known.
SymId SymbolicValues::element_of(SymId list) const {
  const Sym& s = in_.syms[list];
  if (s.kind == SymKind::list_of) return in_.syms.parts(list)[0];
  return SymId();
}

// The same by the list's name where nothing else is known.
SymId SymbolicValues::some_element(SymId list) {
  return in_.syms[list].fleeting && !element_of(list).valid() ? in_.syms.unknown() : in_.syms.element(list);
}

const std::vector<SymId>* SymbolicValues::alternatives(SymId value) const {
  auto it = alternatives_.find(value);
  return it == alternatives_.end() ? nullptr : &alternative_lists_[it->second];
}

void SymbolicValues::note_alternatives(SymId value, std::vector<SymId> alternatives) {
  SymKind of = in_.syms[value].kind;
  if (alternatives.size() > kMaxAlternatives || (of != SymKind::local && of != SymKind::applied)) return;
  bool useful = std::any_of(alternatives.begin(), alternatives.end(), [&](SymId one) {
    SymKind kind = in_.syms[one].kind;
    return kind != SymKind::local && kind != SymKind::unknown && kind != SymKind::constant && one != value;
  });
  if (!useful) return;
  alternatives_[value] = static_cast<uint32_t>(alternative_lists_.size());
  alternative_lists_.push_back(std::move(alternatives));
  ++alternatives_version_;
}

SymId part_at(SymTable& syms, SymId value, std::span<const uint32_t> path) {
  for (size_t i = path.size(); i > 0; --i) {
    const Sym whole = syms[value];
    bool list = whole.kind == SymKind::cons || whole.kind == SymKind::list_of;
    if (whole.kind == SymKind::constant || whole.kind == SymKind::function) return SymId();
    if (path[i - 1] == SymTable::kHead || path[i - 1] == SymTable::kTail) {
      if (whole.kind == SymKind::tuple || whole.kind == SymKind::with) return SymId();
      value = syms.part(path[i - 1] == SymTable::kHead ? SymKind::head : SymKind::tail, 0, value);
    } else {
      if (list || (whole.kind == SymKind::tuple && path[i - 1] >= whole.count)) return SymId();
      value = syms.part(SymKind::field, path[i - 1], value);
    }
  }
  return value;
}

bool is_by_parameter(const SymTable& syms, SymId value) {
  while (syms[value].kind == SymKind::field) value = syms.parts(value)[0];
  return syms[value].kind == SymKind::param || syms[value].kind == SymKind::outer;
}

}  // namespace dh::erlang
