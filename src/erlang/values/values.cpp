#include "erlang/values/values.h"

#include <algorithm>

namespace dh::erlang {

bool literals_match(const Core& core, FunctionId f, const Call& call, std::span<const Literal> literals) {
  const CoreFunction& function = core.function(f);
  auto is_atom = [&](ValueId id, Symbol atom) {
    const Value& v = function.value(id);
    if (v.kind != ValueKind::constant) return false;
    const Constant& c = core.constant(core.constant(function.module, v.index));
    return c.kind == ConstantKind::atom && c.text == atom;
  };
  auto has_atom = [&](ValueId list, Symbol atom) {
    auto elements = list_elements(core, f, list);
    return elements &&
           std::any_of(elements->begin(), elements->end(), [&](ValueId e) { return is_atom(e, atom); });
  };
  auto arguments = function.operands_in(call.arguments);
  for (size_t i = 0; i < literals.size() && i < arguments.size(); ++i) {
    const Literal& literal = literals[i];
    if (!literal.atom.valid()) continue;
    if (literal.in_list ? !has_atom(arguments[i], literal.atom) : !is_atom(arguments[i], literal.atom))
      return false;
  }
  return true;
}

std::optional<std::vector<ValueId>> list_elements(const Core& core, FunctionId f, ValueId list) {
  const CoreFunction& function = core.function(f);
  std::vector<ValueId> elements;
  for (size_t i = 0; i < 64; ++i) {
    const Value& v = function.value(list);
    if (v.kind == ValueKind::constant) {
      if (core.constant(core.constant(function.module, v.index)).kind != ConstantKind::nil)
        return std::nullopt;
      return elements;
    }
    if (v.kind != ValueKind::cons) return std::nullopt;
    elements.push_back(function.operands_of(v)[0]);
    list = function.operands_of(v)[1];
  }
  return std::nullopt;
}

std::vector<size_t> list_lengths(const Core& core, const ValueSet& set) {
  std::vector<size_t> lengths;
  if (set.unknown) return lengths;
  for (const Object& o : set.objects) {
    std::optional<std::vector<ValueId>> elements;
    if (o.kind == ObjectKind::cons) {
      FunctionId f = core.owner(NodeId(o.index));
      elements = list_elements(core, f, core.value_of(f, NodeId(o.index)));
    } else if (o.kind == ObjectKind::constant &&
               core.constant(ConstantId(o.index)).kind == ConstantKind::nil) {
      elements.emplace();
    }
    if (!elements) return {};
    if (std::find(lengths.begin(), lengths.end(), elements->size()) == lengths.end())
      lengths.push_back(elements->size());
  }
  return lengths;
}

namespace {

constexpr size_t kMaxNames = 8;

// The names in a set of values, where the set is small and nothing else can be there.
std::vector<Symbol> atoms_of(const Core& core, const ValueSet& set) {
  std::vector<Symbol> atoms;
  if (set.unknown || set.objects.size() > kMaxNames) return atoms;
  for (const Object& o : set.objects) {
    if (o.kind != ObjectKind::constant) continue;
    const Constant& c = core.constant(ConstantId(o.index));
    if (c.kind == ConstantKind::atom) atoms.push_back(c.text);
  }
  return atoms;
}

}  // namespace

static bool is_tuple(const ValueSet& set) {
  return !set.objects.empty() && std::all_of(set.objects.begin(), set.objects.end(),
                                             [](const Object& o) { return o.kind == ObjectKind::tuple; });
}

std::vector<Target> Values::targets(FunctionId caller, const Call& call) const {
  std::vector<Target> result;
  const CoreFunction& f = core_.function(caller);
  auto arguments = f.operands_in(call.arguments);
  auto add_named = [&](ValueId module, ValueId name, const std::vector<ValueId>& args, Callback how,
                       bool by_model) {
    for (Symbol m : atoms_of(core_, of(caller, module))) {
      for (Symbol n : atoms_of(core_, of(caller, name))) {
        FunctionId found = core_.find({m, n, static_cast<uint32_t>(args.size())});
        if (found.valid()) result.push_back({found, how, by_model, args, {}});
      }
    }
  };
  ValueId list;
  auto add_funs = [&](ValueId fun, const std::vector<ValueId>& args, Callback how, bool by_model) {
    ValueSet funs = of(caller, fun);
    // {Fun, State}
    if (by_model && is_tuple(funs)) funs = element(funs, 0);
    for (const Object& o : funs.objects) {
      if (o.kind != ObjectKind::function) continue;
      if (core_.function(FunctionId(o.index)).arity != args.size()) continue;
      result.push_back({FunctionId(o.index), how, by_model, args, list});
    }
  };
  if (call.kind == CallKind::fun_value) {
    add_funs(call.function, {arguments.begin(), arguments.end()}, Callback::once, false);
    return result;
  }
  if (call.kind == CallKind::dynamic) {
    add_named(call.module, call.function, {arguments.begin(), arguments.end()}, Callback::once, false);
    return result;
  }
  if (auto it = model_.callbacks.find(call.callee); it != model_.callbacks.end()) {
    for (const CallbackModel& cb : it->second) {
      if (!literals_match(core_, caller, call, cb.literals)) continue;
      auto add = [&](const std::vector<ValueId>& args) {
        if (cb.fun >= 0) {
          add_funs(arguments[static_cast<size_t>(cb.fun)], args, cb.how, true);
        } else {
          add_named(arguments[static_cast<size_t>(cb.module)], arguments[static_cast<size_t>(cb.function)],
                    args, cb.how, true);
        }
      };
      list = cb.list >= 0 ? arguments[static_cast<size_t>(cb.list)] : ValueId();
      if (cb.args < 0) {
        add(std::vector<ValueId>(static_cast<size_t>(std::max(cb.fun_arity, 0))));
        continue;
      }
      ValueId given = arguments[static_cast<size_t>(cb.args)];
      if (auto elements = list_elements(core_, caller, given)) {
        add(*elements);
      } else {
        for (size_t length : list_lengths(core_, of(caller, given))) add(std::vector<ValueId>(length));
      }
    }
    return result;
  }
  if (model_.operations.contains(call.callee) || model_.never_return.contains(call.callee)) return result;
  if (FunctionId found = core_.find_from(f.module, call.callee); found.valid()) {
    result.push_back({found, Callback::once, false, {arguments.begin(), arguments.end()}, {}});
  }
  return result;
}

bool Values::calls_unknown(FunctionId caller, const Call& call) const {
  if (call.kind != CallKind::fun_value) return false;
  const ValueSet& set = of(caller, call.function);
  return set.unknown && set.objects.empty();
}

ValueSet Values::element(const ValueSet& tuples, uint32_t index) const {
  ValueSet result;
  result.unknown = tuples.unknown;
  for (const Object& o : tuples.objects) {
    if (o.kind != ObjectKind::tuple) continue;
    NodeId node(o.index);
    FunctionId f = core_.owner(node);
    const CoreFunction& function = core_.function(f);
    const Value& v = function.value(core_.value_of(f, node));
    if (index >= v.count) continue;
    const ValueSet& part = of(f, function.operands_of(v)[index]);
    result.unknown |= part.unknown;
    result.objects.insert(result.objects.end(), part.objects.begin(), part.objects.end());
  }
  auto less = [](const Object& a, const Object& b) {
    return std::pair(a.kind, a.index) < std::pair(b.kind, b.index);
  };
  std::sort(result.objects.begin(), result.objects.end(), less);
  result.objects.erase(std::unique(result.objects.begin(), result.objects.end()), result.objects.end());
  return result;
}

}  // namespace dh::erlang
