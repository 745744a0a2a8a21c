#include "erlang/processes/sole_recipient.h"

#include <algorithm>

#include "erlang/core/path_visitor.h"

namespace dh::erlang {
namespace {

class Giving {
 public:
  Giving(const Core& core, const Values& values, const CallGraph& graph, const TableInfo& table)
      : core_(core), values_(values), graph_(graph), table_(table) {}

  std::optional<uint32_t> by_maker() {
    const CoreFunction& maker = core_.function(table_.maker);
    if (maker.result.valid() && carries(table_.maker, maker.result)) return std::nullopt;
    if (starts_in(table_.maker) != 1) return std::nullopt;
    std::optional<uint32_t> by;  // the first, of several clauses
    for (uint32_t c = 0; c < maker.calls.size() && !by; ++c) {
      if (starts_by(table_.maker, c) > 0) by = c;
    }
    // What else hands it over does so in another process, or later.
    bool all = std::all_of(table_.handed_over.begin(), table_.handed_over.end(),
                           [&](FunctionId f) { return starting_.contains(f.value); });
    return all ? by : std::nullopt;
  }

 private:
  static constexpr int kDepth = 5;  // of terms and funs that hold it
  static constexpr uint32_t kMany = 2;

  // How many processes a call starts with the table, up to kMany.
  uint32_t starts_by(FunctionId f, uint32_t c) {
    const CoreFunction& function = core_.function(f);
    auto arguments = function.operands_in(function.calls[c].arguments);
    if (std::none_of(arguments.begin(), arguments.end(), [&](ValueId a) { return carries(f, a); })) return 0;
    uint32_t most = 0;
    for (const CallSite& site : graph_.sites_of(f, c)) {
      uint32_t starts = site.how == Callback::spawn ? 1 : starts_in(site.function);
      if (site.how == Callback::spawn) starting_.insert(f.value);
      if (starts > 0 && site.in_loop) starts = kMany;
      most = std::max(most, starts);
    }
    return most;
  }

  // Who calls itself on the way may do so any number of times.
  uint32_t starts_in(FunctionId f) {
    auto [it, fresh] = starts_in_.try_emplace(f.value);
    if (!fresh) {
      it->second.again = it->second.again || it->second.open;
      return it->second.starts;
    }
    StartsOnOnePath analysis(*this, f);
    uint32_t starts = visit_paths(core_.function(f), analysis, {}).count;
    InFunction& all = starts_in_[f.value];
    all.open = false;
    return all.starts = starts > 0 && all.again ? kMany : starts;
  }

  // Handlers come after what the body has started.
  struct StartsOnOnePath : MostOnOnePath {
    StartsOnOnePath(Giving& g, FunctionId f) : giving(g), function(f) {}

    Giving& giving;
    FunctionId function;

    void call(uint32_t index, CountState& s) {
      s.count = std::min(s.count + giving.starts_by(function, index), kMany);
    }
    CountState before_handlers(const CountState& /*before*/, const CountState& after_body) {
      return after_body;
    }
  };

  bool carries(FunctionId f, ValueId v) { return v.valid() && carries(core_.node(f, v), kDepth); }

  bool carries(NodeId node, int depth) {
    uint64_t key =
        static_cast<uint64_t>(values_.set_number(node)) * (kDepth + 1) + static_cast<uint64_t>(depth);
    auto [it, fresh] = carries_.try_emplace(key, false);
    if (!fresh) return it->second;
    const std::vector<Object>& objects = values_.of(node).objects;
    bool found = std::any_of(objects.begin(), objects.end(), [&](const Object& o) {
      if (o.kind == ObjectKind::table) return NodeId(o.index) == table_.site;
      return depth > 0 && holds(o, depth - 1);
    });
    return carries_[key] = found;
  }

  // A tuple or list in its elements, a fun in what it has captured.
  bool holds(const Object& o, int depth) {
    if (o.kind == ObjectKind::function) {
      FunctionId fun(o.index);
      const CoreFunction& function = core_.function(fun);
      for (uint32_t v = 0; v < function.values.size(); ++v) {
        if (function.values[v].kind == ValueKind::outer && carries(core_.node(fun, ValueId(v)), depth))
          return true;
      }
    }
    if (o.kind != ObjectKind::tuple && o.kind != ObjectKind::cons) return false;
    FunctionId f = core_.owner(NodeId(o.index));
    const CoreFunction& function = core_.function(f);
    auto parts = function.operands_of(function.value(core_.value_of(f, NodeId(o.index))));
    return std::any_of(parts.begin(), parts.end(),
                       [&](ValueId part) { return carries(core_.node(f, part), depth); });
  }

  const Core& core_;
  const Values& values_;
  const CallGraph& graph_;
  const TableInfo& table_;
  FlatSet<uint32_t> starting_;  // functions that start a process with it
  struct InFunction {
    uint32_t starts = 0;
    bool open = true;    // not done yet
    bool again = false;  // it was come to while it was not
  };
  FlatMap<uint32_t, InFunction> starts_in_;  // by function
  FlatMap<uint64_t, bool> carries_;          // by set of values and depth
};

}  // namespace

std::optional<uint32_t> call_to_sole_recipient(const Core& core, const Values& values, const CallGraph& graph,
                                               const TableInfo& table) {
  if (table.named || !table.only_started || table.handed_over.empty()) return std::nullopt;
  return Giving(core, values, graph, table).by_maker();
}

}  // namespace dh::erlang
