#include "erlang/processes/server_starts.h"

#include <algorithm>

#include "erlang/core/spelling.h"
#include "erlang/processes/call_graph.h"
#include "erlang/values/server_flow.h"

namespace dh::erlang {
namespace {

// What a place that starts servers is told: which module, under which name.
class ServerStarts {
 public:
  ServerStarts(const Core& core, const Model& model, const Values& values, const CallGraph& graph)
      : core_(core), model_(model), values_(values), graph_(graph), result_(core.modules().size()) {
    for (uint32_t m = 0; m < core.modules().size(); ++m) modules_.emplace(spelled_name(m), m);
    FlatSet<FunctionKey> starters = server_starters(model);
    for (uint32_t i = 0; i < core.function_count(); ++i) {
      for (const Call& call : core.function(FunctionId(i)).calls) {
        if (call.kind == CallKind::named && starters.contains(call.callee)) find(FunctionId(i), call);
      }
    }
  }

  std::vector<ServerNames> take() { return std::move(result_); }

 private:
  // A function on the way to the start, and the call of it by the next one.
  struct Step {
    FunctionId function;
    std::vector<ValueId> given;  // by the next step
  };
  struct Text {
    std::string text;
    bool known = true;
    bool from_above = false;  // it depends on what the callers of the last step give
  };

  // As constants are spelled: with quotes where it needs them, as the names of Elixir's modules do.
  std::string spelled_name(uint32_t module) const {
    return spell_atom(SourceLanguage::erlang, core_.text(core_.modules()[module].name));
  }

  void find(FunctionId f, const Call& call) {
    const CoreFunction& function = core_.function(f);
    auto arguments = function.operands_in(call.arguments);
    auto argument = [&](int index) { return index < 0 ? ValueId() : arguments[static_cast<size_t>(index)]; };
    for (const auto& [behaviour, b] : model_.behaviours) {
      for (const BehaviourStart& start : b.started_by) {
        if (!(start.function == call.callee)) continue;
        std::vector<Step> way{{f, {}}};
        left_ = kMaxWays;
        follow(way, behaviour, argument(start.module), argument(start.name));
      }
      // A process that is there already has its name from elsewhere.
      for (const BehaviourStart& start : b.entered_by) {
        if (!(start.function == call.callee) || start.name < 0) continue;
        std::vector<Step> way{{f, {}}};
        left_ = kMaxWays;
        follow(way, behaviour, argument(start.module), argument(start.name));
      }
    }
  }

  // One start for each way in which callers come to it: a helper may start servers of several modules, each
  // under its name.
  void follow(std::vector<Step>& way, Symbol behaviour, ValueId module, ValueId name) {
    Text which = module.valid() ? text_of(way, 0, module) : Text{"", false, false};
    Text named = name.valid() ? text_of(way, 0, name) : Text{"", false, false};
    FunctionId last = way.back().function;
    const std::vector<CallSite>& callers = graph_.callers[last.index()];
    bool again = std::any_of(way.begin(), way.end() - 1, [&](const Step& s) { return s.function == last; });
    if ((which.from_above || named.from_above) && !callers.empty() && !again && way.size() < kMaxSteps) {
      for (const CallSite& site : callers) {
        const Call& call = core_.function(site.function).calls[site.call];
        for (const Target& t : values_.targets(site.function, call)) {
          if (t.function != last || left_ == 0) continue;
          --left_;
          way.back().given = t.arguments;
          way.push_back({site.function, {}});
          follow(way, behaviour, module, name);
          way.pop_back();
        }
      }
      if (left_ > 0) return;
    }
    uint32_t index = core_.function(way[0].function).module;
    if (which.known) {
      bool itself = spelled_name(index) == which.text;
      auto it = modules_.find(which.text);
      if (it == modules_.end()) return;
      if (!itself) index = it->second;
    } else {
      // It may start its own servers, or any others that it is told to.
      const std::vector<Symbol>& own = core_.modules()[index].behaviours;
      if (std::find(own.begin(), own.end(), behaviour) == own.end()) return;
    }
    ServerNames& names = result_[index];
    names.started = true;
    names.named = names.named || name.valid();
    if (!named.known || left_ == 0 || (!names.name.empty() && names.name != named.text)) {
      names.many = true;
    } else {
      names.name = named.text;
    }
  }

  // As far as it is the same each time.
  Text text_of(const std::vector<Step>& way, size_t step, ValueId id) const {
    if (!id.valid()) return {"", false, false};
    FunctionId f = way[step].function;
    const CoreFunction& function = core_.function(f);
    const Value& v = function.value(id);
    if (v.kind == ValueKind::constant)
      return {core_.constant_text(core_.constant(function.module, v.index)), true, false};
    if (v.kind == ValueKind::tuple) {
      Text all{"{", true, false};
      for (ValueId part : function.operands_of(v)) {
        Text t = text_of(way, step, part);
        all.known = all.known && t.known;
        all.from_above = all.from_above || t.from_above;
        all.text += (all.text.size() > 1 ? "," : "") + t.text;
      }
      all.text += "}";
      return all;
    }
    if (v.kind == ValueKind::param && step + 1 < way.size())
      return v.index < way[step].given.size() ? text_of(way, step + 1, way[step].given[v.index])
                                              : Text{"", false, false};
    Text t = text_of(values_.of(f, id), kDepth);
    t.from_above = v.kind == ValueKind::param;
    return t;
  }

  Text text_of(const ValueSet& set, int depth) const {
    if (set.unknown || set.objects.size() != 1 || depth == 0) return {"", false, false};
    const Object& o = set.objects[0];
    if (o.kind == ObjectKind::constant) return {core_.constant_text(ConstantId(o.index)), true, false};
    if (o.kind != ObjectKind::tuple) return {"", false, false};
    FunctionId f = core_.owner(NodeId(o.index));
    const CoreFunction& function = core_.function(f);
    Text all{"{", true, false};
    for (ValueId part : function.operands_of(function.value(core_.value_of(f, NodeId(o.index))))) {
      Text t = text_of(values_.of(f, part), depth - 1);
      all.known = all.known && t.known;
      all.text += (all.text.size() > 1 ? "," : "") + t.text;
    }
    all.text += "}";
    return all;
  }

  static constexpr size_t kMaxSteps = 4, kMaxWays = 64;
  static constexpr int kDepth = 3;

  const Core& core_;
  const Model& model_;
  const Values& values_;
  const CallGraph& graph_;
  FlatMap<std::string, uint32_t> modules_;
  size_t left_ = 0;  // ways that may still be gone
  std::vector<ServerNames> result_;
};

}  // namespace

std::vector<ServerNames> find_server_names(const Core& core, const Model& model, const Values& values,
                                           const CallGraph& graph) {
  return ServerStarts(core, model, values, graph).take();
}

}  // namespace dh::erlang
