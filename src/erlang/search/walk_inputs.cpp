#include "erlang/search/walk_inputs.h"

namespace dh::erlang {

const std::vector<Target>& CallTargets::of(FunctionId f, uint32_t call) {
  auto [it, is_new] = targets_.try_emplace({f, call});
  if (is_new) {
    const Call& c = context_.core.function(f).calls[call];
    it->second = std::make_unique<std::vector<Target>>(context_.values.targets(f, c));
  }
  return *it->second;
}

void CallTargets::forget() {
  constexpr size_t kSmall = 64;
  if (targets_.size() > kSmall) {
    targets_ = {};
  } else {
    targets_.clear();
  }
}

FunctionId WalkInputs::fun_of(ValueId v) const {
  const Value& value = f.value(v);
  if (value.kind == ValueKind::closure) return core.function_of(f.module, value.index);
  if (value.kind == ValueKind::fun_name)
    return core.find_from(f.module, core.modules()[f.module].fun_names[value.index]);
  return FunctionId();
}

bool WalkInputs::is_self(ValueId v) const {
  if (!v.valid() || f.value(v).kind != ValueKind::call) return false;
  const Call& c = f.calls[f.value(v).index];
  return c.kind == CallKind::named && c.callee == model.self;
}

Guards WalkInputs::guards_at(uint32_t call) const {
  bool claimed = context.graph.around[id.index()][call].claim != kNoClaim;
  return claimed ? guard::kClaim : Guards();
}

Guards WalkInputs::guards_of_function() const {
  if (f.is_fun) return 0;
  FunctionKey key{core.module_of(id).name, f.name, f.arity};
  Guards guards = 0;
  if (model.exclusive.contains(key)) guards |= guard::kExclusive;
  if (model.section.contains(key)) guards |= guard::kSection;
  return guards;
}

}  // namespace dh::erlang
