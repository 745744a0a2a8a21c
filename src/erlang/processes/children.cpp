#include "erlang/processes/children.h"

#include <algorithm>

namespace dh::erlang {
namespace {

// The atoms that a value can be as far as they are seen, calls and callers followed: a default, say.
class AtomsOf {
 public:
  AtomsOf(const Core& core, const Values& values, const std::vector<std::vector<CallSite>>& callers)
      : core_(core), values_(values), callers_(callers) {}

  std::vector<Symbol> find(FunctionId f, ValueId v) {
    atoms_.clear();
    steps_ = 0;
    follow(f, v, 0);
    std::sort(atoms_.begin(), atoms_.end());
    atoms_.erase(std::unique(atoms_.begin(), atoms_.end()), atoms_.end());
    return atoms_;
  }

 private:
  struct Inside {
    FunctionId caller;
    const Target* target;
  };

  void follow(FunctionId f, ValueId v, int depth) {
    constexpr int kDepth = 16, kSteps = 400;
    if (!v.valid() || depth == kDepth || ++steps_ > kSteps) return;
    const CoreFunction& function = core_.function(f);
    const Value& value = function.value(v);
    if (value.kind == ValueKind::constant) {
      const Constant& c = core_.constant(core_.constant(function.module, value.index));
      if (c.kind == ConstantKind::atom) atoms_.push_back(c.text);
    } else if (value.kind == ValueKind::phi) {
      auto operands = function.operands_of(value);
      for (uint32_t i = 0; i < value.index && i < operands.size(); ++i) follow(f, operands[i], depth + 1);
    } else if (value.kind == ValueKind::call) {
      for (const Target& t : values_.targets(f, function.calls[value.index])) {
        if (t.how != Callback::once) continue;
        inside_.push_back({f, &t});
        follow(t.function, core_.function(t.function).result, depth + 1);
        inside_.pop_back();
      }
    } else if (value.kind == ValueKind::param && !inside_.empty()) {
      Inside here = inside_.back();
      inside_.pop_back();
      if (value.index < here.target->arguments.size())
        follow(here.caller, here.target->arguments[value.index], depth + 1);
      inside_.push_back(here);
    } else if (value.kind == ValueKind::param) {
      for (const CallSite& site : callers_[f.index()]) {
        for (const Target& t :
             values_.targets(site.function, core_.function(site.function).calls[site.call])) {
          if (t.function == f && value.index < t.arguments.size())
            follow(site.function, t.arguments[value.index], depth + 1);
        }
      }
    }
  }

  const Core& core_;
  const Values& values_;
  const std::vector<std::vector<CallSite>>& callers_;
  std::vector<Inside> inside_;  // calls that were gone into
  std::vector<Symbol> atoms_;
  int steps_ = 0;
};

}  // namespace

std::vector<std::vector<CallSite>> find_children(const Core& core, const Model& model, const Values& values,
                                                 const CallGraph& graph) {
  std::vector<std::vector<CallSite>> starters(core.function_count());
  AtomsOf atoms(core, values, graph.callers);
  auto note = [&](FunctionId f, uint32_t call, ValueId start) {
    const CoreFunction& function = core.function(f);
    const Value& v = function.value(start);
    if (v.kind != ValueKind::tuple || v.count != 3) return;
    auto parts = function.operands_of(v);
    std::vector<size_t> lengths = list_lengths(core, values.of(f, parts[2]));
    std::vector<Symbol> names = atoms.find(f, parts[1]);
    for (Symbol module : atoms.find(f, parts[0])) {
      for (Symbol name : names) {
        for (size_t length : lengths) {
          FunctionId t = core.find({module, name, static_cast<uint32_t>(length)});
          if (t.valid() && core.function(t).exported)
            starters[t.index()].push_back(
                {f, call, Callback::spawn, graph.around[f.index()][call].in_loop, ConstantId()});
        }
      }
    }
  };
  for (uint32_t i = 0; i < core.function_count(); ++i) {
    FunctionId f(i);
    const CoreFunction& function = core.function(f);
    for (uint32_t c = 0; c < function.calls.size(); ++c) {
      const Call& call = function.calls[c];
      auto it = call.kind == CallKind::named ? model.children.find(call.callee) : model.children.end();
      if (it == model.children.end()) continue;
      // As a tuple, or a map.
      const Value& child =
          function.value(function.operands_in(call.arguments)[static_cast<size_t>(it->second)]);
      if (child.kind != ValueKind::tuple && child.kind != ValueKind::unknown) continue;
      for (ValueId part : function.operands_of(child)) note(f, c, part);
    }
  }
  return starters;
}

}  // namespace dh::erlang
