#include "erlang/values/kept_values.h"

namespace dh::erlang {
namespace {

// A constant, or a tuple of constants, as text; empty for another value.
std::string key_text(const Core& core, const CoreFunction& f, ValueId id, int depth) {
  const Value& v = f.value(id);
  if (v.kind == ValueKind::constant) return core.constant_text(core.constant(f.module, v.index));
  if (v.kind != ValueKind::tuple || depth == 0) return {};
  std::string text = "{";
  for (ValueId part : f.operands_of(v)) {
    std::string of_part = key_text(core, f, part, depth - 1);
    if (of_part.empty()) return {};
    text += of_part + ",";
  }
  return text + "}";
}

class KeptFinder {
 public:
  KeptFinder(const Core& core, const Model& model) : core_(core), model_(model) {
    each(model.puts, [&](FunctionId f, const Call& call, const KeptModel& how, const std::string& key) {
      uint32_t slot = slots_.try_emplace(key, static_cast<uint32_t>(slots_.size())).first->second;
      found.puts.push_back({slot, core_.node(f, argument(f, call, how.value))});
    });
    each(model.gets, [&](FunctionId f, const Call& call, const KeptModel&, const std::string& key) {
      auto slot = slots_.find(key);
      if (slot != slots_.end()) found.reads.push_back({slot->second, core_.node(f, call.result)});
    });
    found.slots = static_cast<uint32_t>(slots_.size());
  }

  KeptValues found;

 private:
  ValueId argument(FunctionId f, const Call& call, int index) const {
    return core_.function(f).operands_in(call.arguments)[static_cast<size_t>(index)];
  }

  template <typename Visit>
  void each(const FlatMap<FunctionKey, KeptModel>& calls, Visit&& visit) {
    constexpr int kNested = 3;
    for (uint32_t i = 0; i < core_.function_count(); ++i) {
      const CoreFunction& f = core_.function(FunctionId(i));
      for (const Call& call : f.calls) {
        if (call.kind != CallKind::named) continue;
        auto how = calls.find(call.callee);
        if (how == calls.end()) continue;
        std::string key(core_.text(how->second.space));
        bool known = true;
        for (int index : how->second.keys) {
          std::string part = key_text(core_, f, argument(FunctionId(i), call, index), kNested);
          known = known && !part.empty();
          key += " " + part;
        }
        if (known) visit(FunctionId(i), call, how->second, key);
      }
    }
  }

  const Core& core_;
  const Model& model_;
  StringMap<uint32_t> slots_;
};

}  // namespace

KeptValues find_kept_values(const Core& core, const Model& model) {
  return std::move(KeptFinder(core, model).found);
}

}  // namespace dh::erlang
