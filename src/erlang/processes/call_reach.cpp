#include "erlang/processes/call_reach.h"

#include <algorithm>

namespace dh::erlang {
namespace {

// A function that calls the fun it is given calls, on a path from here, only those that are given on that
// path: `given_` holds them for each parameter of the functions that are reached.
class Search {
 public:
  Search(const Core& core, const Values& values, const CallGraph& graph, FunctionId from, Follow follow)
      : core_(core),
        values_(values),
        graph_(graph),
        from_(from),
        follow_(follow),
        reached_(core.function_count(), false) {}

  bool can_reach(std::span<const FunctionId> wanted) {
    reach(from_);
    while (!todo_.empty()) {
      FunctionId f = todo_.back();
      todo_.pop_back();
      if (std::find(wanted.begin(), wanted.end(), f) != wanted.end()) return true;
      for (const CallSite& site : graph_.sites[f.index()]) follow_call(f, site);
    }
    return false;
  }

 private:
  using Funs = FlatSet<uint32_t>;

  void reach(FunctionId f) {
    if (reached_[f.index()]) return;
    reached_[f.index()] = true;
    todo_.push_back(f);
  }

  void follow_call(FunctionId f, const CallSite& site) {
    const Call& call = core_.function(f).calls[site.call];
    if (follow_ == Follow::same_process && site.how == Callback::spawn) return;
    if (!is_given(f, call, site.function)) return;
    reach(site.function);
    auto arguments = core_.function(f).operands_in(call.arguments);
    if (std::none_of(arguments.begin(), arguments.end(), [&](ValueId a) { return has_fun(f, a); })) return;
    for (const Target& t : values_.targets(f, call)) {
      if (t.function != site.function) continue;
      for (uint32_t i = 0; i < t.arguments.size(); ++i) give(f, t.arguments[i], t.function, i);
    }
  }

  // Not where the call is of a fun that came in by a parameter, and this one did not.
  bool is_given(FunctionId f, const Call& call, FunctionId callee) const {
    const CoreFunction& function = core_.function(f);
    if (call.kind == CallKind::dynamic) return true;
    if (call.kind == CallKind::fun_value) return may_be(f, call.function, callee);
    bool by_fun = false;
    for (ValueId a : function.operands_in(call.arguments)) {
      if (!holds(f, a, callee)) continue;
      if (may_be(f, a, callee)) return true;
      by_fun = true;
    }
    return !by_fun;
  }

  bool holds(FunctionId f, ValueId v, FunctionId fun) const {
    const std::vector<Object>& objects = values_.of(f, v).objects;
    return std::find(objects.begin(), objects.end(), Object{ObjectKind::function, fun.value}) !=
           objects.end();
  }

  bool has_fun(FunctionId f, ValueId v) const {
    const std::vector<Object>& objects = values_.of(f, v).objects;
    return std::any_of(objects.begin(), objects.end(),
                       [](const Object& o) { return o.kind == ObjectKind::function; });
  }

  // What a fun captured is its maker's.
  bool to_parameter(FunctionId& f, ValueId& v) const {
    while (core_.function(f).value(v).kind == ValueKind::outer) {
      const CoreFunction& function = core_.function(f);
      v = ValueId(function.value(v).index);
      f = core_.function_of(function.module, function.parent);
    }
    return core_.function(f).value(v).kind == ValueKind::param && f != from_ && reached_[f.index()];
  }

  bool may_be(FunctionId f, ValueId v, FunctionId fun) const {
    if (!to_parameter(f, v)) return true;
    auto it = given_.find(core_.node(f, v));
    return it != given_.end() && it->second.contains(fun.value);
  }

  void give(FunctionId f, ValueId argument, FunctionId callee, uint32_t parameter) {
    NodeId to = core_.node(callee, ValueId(parameter));
    FunctionId of = callee;
    ValueId value(parameter);
    if (argument.valid()) {
      of = f;
      value = argument;
    }
    bool grown = false;
    for (const Object& o : values_.of(of, value).objects) {
      if (o.kind != ObjectKind::function) continue;
      if (argument.valid() && !may_be(f, argument, FunctionId(o.index))) continue;
      grown |= given_[to].insert(o.index).second;
    }
    if (grown) todo_.push_back(callee);
  }

  const Core& core_;
  const Values& values_;
  const CallGraph& graph_;
  FunctionId from_;
  Follow follow_;
  std::vector<bool> reached_;
  std::vector<FunctionId> todo_;
  FlatMap<NodeId, Funs> given_;
};

}  // namespace

bool can_reach(const Core& core, const Values& values, const CallGraph& graph, FunctionId from,
               std::span<const FunctionId> wanted, Follow follow) {
  return !wanted.empty() && Search(core, values, graph, from, follow).can_reach(wanted);
}

}  // namespace dh::erlang
