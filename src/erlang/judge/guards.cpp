#include "erlang/judge/guards.h"

#include <algorithm>

#include "erlang/judge/other_writers.h"
#include "erlang/judge/runs.h"

namespace dh::erlang {

namespace {

struct Resource {  // that a lock is about
  FunctionId function;
  ValueId value;
};

Guards held_by(const JudgeContext& context, const LoggedWrite& write) {
  return write.guards | context.roles.guards_of(write.frame);
}

// The first element of the object that is inserted, or the key of a counter; may be invalid.
ValueId claimed_key(const Model& model, const CoreFunction& f, const Call& claim) {
  auto it = model.operations.find(claim.callee);
  if (it == model.operations.end()) return {};
  auto arguments = f.operands_in(claim.arguments);
  for (const OperationModel& op : it->second) {
    for (size_t i = 0; i < op.roles.size() && i < arguments.size(); ++i) {
      if (op.roles[i] == ArgRole::key) return arguments[i];
      if (op.roles[i] != ArgRole::object) continue;
      const Value& object = f.value(arguments[i]);
      return object.kind == ValueKind::tuple && object.count > 0 ? f.operands_of(object)[0] : ValueId();
    }
  }
  return {};
}

// The claim is about the key of the pair: both have a part in common, or the claim is a constant.
bool is_about(const JudgeContext& context, const Pair& pair, const Call& claim) {
  const CoreFunction& f = context.races.core.function(pair.frame);
  auto is_part = [&](auto& self, SymId key, SymId part) -> bool {
    if (key == part) return true;
    if (context.races.syms[key].kind != SymKind::tuple) return false;
    auto parts = context.races.syms.parts(key);
    return std::any_of(parts.begin(), parts.end(), [&](SymId p) { return self(self, p, part); });
  };
  auto shared = [&](auto& self, ValueId v, int depth) -> bool {
    const Value& value = f.value(v);
    auto operands = f.operands_of(value);
    if (value.kind == ValueKind::tuple && depth > 0)
      return std::any_of(operands.begin(), operands.end(),
                         [&](ValueId o) { return self(self, o, depth - 1); });
    if (value.kind == ValueKind::constant) return false;
    SymId s = value.kind == ValueKind::param
                  ? context.races.syms.make(SymKind::param, value.index)
                  : context.races.syms.make(SymKind::local, context.races.core.node(pair.frame, v).value);
    return is_part(is_part, pair.write_location.key, s);
  };
  ValueId key = claimed_key(context.races.model, f, claim);
  return key.valid() && (f.value(key).kind == ValueKind::constant || shared(shared, key, 3));
}

// Whether a value of one function can be equal to one of another.
bool can_be_equal(const JudgeContext& context, const Resource& a, const Resource& b, int depth) {
  const CoreFunction &f = context.races.core.function(a.function),
                     &g = context.races.core.function(b.function);
  const Value &v = f.value(a.value), &w = g.value(b.value);
  auto known = [](const Value& x) { return x.kind == ValueKind::constant || x.kind == ValueKind::tuple; };
  if (!known(v) || !known(w) || depth == 0) return true;
  if (v.kind != w.kind) return false;
  if (v.kind == ValueKind::constant)
    return context.races.core.constant(f.module, v.index) == context.races.core.constant(g.module, w.index);
  if (v.count != w.count) return false;
  for (uint32_t i = 0; i < v.count; ++i) {
    if (!can_be_equal(context, {a.function, f.operands_of(v)[i]}, {b.function, g.operands_of(w)[i]},
                      depth - 1))
      return false;
  }
  return true;
}

// The resources that are locked around a function on every path to it, a few calls up; none: unknown for some
// path.
std::vector<Resource> locked_around(const JudgeContext& context, FunctionId f, int depth) {
  const std::vector<CallSite>& callers = context.graph.callers[f.index()];
  if (depth == 0 || !context.roles.entered_by(f).empty()) return {};
  std::vector<Resource> all;
  for (const CallSite& site : callers) {
    if (site.function == f) continue;
    std::vector<Resource> here;
    const Call& call = context.races.core.function(site.function).calls[site.call];
    if (site.how == Callback::locked) {
      ValueId resource = locked_resource(context.races.core, context.races.model, site.function, call);
      if (resource.valid()) here.push_back({site.function, resource});
    } else if (site.how == Callback::once || site.how == Callback::loop) {
      here = locked_around(context, site.function, depth - 1);
    }
    if (here.empty()) return {};
    all.insert(all.end(), here.begin(), here.end());
  }
  return all;
}

// Both happen under locks, but never under the same one.
bool under_other_lock(const JudgeContext& context, const std::vector<Resource>& ours,
                      const LoggedWrite& other) {
  constexpr int kCallsAbove = 3, kNested = 4;
  if (ours.empty() || other.site.is_group()) return false;
  std::vector<Resource> theirs = locked_around(context, other.site.function, kCallsAbove);
  return !theirs.empty() && std::none_of(ours.begin(), ours.end(), [&](const Resource& a) {
    return std::any_of(theirs.begin(), theirs.end(),
                       [&](const Resource& b) { return can_be_equal(context, a, b, kNested); });
  });
}

}  // namespace

Guards guards_of(const JudgeContext& context, const Pair& pair) {
  return pair.guards | context.roles.guards_of(pair.frame);
}

LockedOut locked_out(const JudgeContext& context, const Pair& pair) {
  constexpr int kCallsAbove = 3;
  Guards held = guards_of(context, pair) & (guard::kLock | guard::kExclusive);
  if (held == 0) return {};
  std::vector<Resource> locked;
  if (held == guard::kLock && !pair.write.is_group())
    locked = locked_around(context, pair.write.function, kCallsAbove);
  OtherWrites free = other_writes(context, pair, [&](const LoggedWrite& other) {
    bool apart = (held_by(context, other) & held) == 0 || under_other_lock(context, locked, other);
    return apart && !at_start(context, other);
  });
  return {true, (held & guard::kLock) != 0, free};
}

bool is_claimed(const JudgeContext& context, const Pair& pair) {
  const std::vector<Around>& around = context.graph.around[pair.frame.index()];
  uint32_t claim = around[read_call(context, pair)].claim;
  bool here = claim != kNoClaim && claim == around[write_call(context, pair)].claim;
  if (here) {
    const Call& call = context.races.core.function(pair.frame).calls[claim];
    // Of a claim that a function makes for its caller it is not known what it is about.
    if (context.races.model.claims.contains(call.callee) && !is_about(context, pair, call)) return false;
  } else if ((context.roles.guards_of(pair.frame) & guard::kClaim) == 0 ||
             !context.races.syms[pair.write_location.key].open) {
    return false;
  }
  return !other_writes(context, pair, [&](const LoggedWrite& other) {
            return (held_by(context, other) & guard::kClaim) == 0 && other.site != pair.write;
          }).has(OtherWrite::certain);
}

}  // namespace dh::erlang
