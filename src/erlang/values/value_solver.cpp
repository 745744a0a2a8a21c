#include <algorithm>
#include <deque>

#include "erlang/values/child_specs.h"
#include "erlang/values/kept_values.h"
#include "erlang/values/server_flow.h"
#include "erlang/values/values.h"

namespace dh::erlang {
namespace {

bool before(const Object& a, const Object& b) {
  return a.kind != b.kind ? a.kind < b.kind : a.index < b.index;
}

}  // namespace

// Andersen's analysis with shared sets: equal sets have one number, and unions are remembered.
class ValueSolver {
 public:
  ValueSolver(Values& values, const Parallelism& parallel)
      : v_(values),
        core_(values.core_),
        model_(values.model_),
        kept_(find_kept_values(core_, model_)),
        stop_(parallel.stop) {
    v_.sets_.resize(3);
    v_.sets_[kUnknown].unknown = true;
    v_.sets_[kTop].unknown = true;
    // Behind the values of functions, what the servers of each module have as their state, and what is kept
    // by key.
    size_t nodes = core_.node_count() + core_.modules().size() + kept_.slots;
    v_.set_of_.assign(nodes, kEmpty);
    heads_.assign(nodes, kNoEdge);
    queued_.assign(nodes, false);
  }

  void run() {
    find_called();
    for (uint32_t i = 0; i < core_.function_count(); ++i) init_function(FunctionId(i));
    link_servers();
    link_kept();
    solve();
    // Calls by name and callbacks need to see sets; what they add may make more of them resolvable.
    for (int round = 0; round < 6 && link_late_calls(); ++round) solve();
    v_.first_of_set_.resize(v_.sets_.size());
    for (uint32_t node = core_.node_count(); node-- > 0;) v_.first_of_set_[v_.set_of_[node]] = NodeId(node);
  }

 private:
  static constexpr uint32_t kEmpty = 0, kUnknown = 1, kTop = 2;
  static constexpr uint32_t kNoEdge = UINT32_MAX;
  static constexpr size_t kMaxConstants = 32;
  enum class EdgeKind : uint8_t { copy, field, head, tail, callee, member, state };
  struct Edge {
    uint32_t to;  // node; of callee: index in late_calls_
    uint32_t next;
    EdgeKind kind;
    uint16_t index;
  };
  struct CallRef {
    FunctionId caller;
    uint32_t call;
  };

  void find_called() {
    called_.assign(core_.function_count(), false);
    stays_.assign(core_.function_count(), true);
    open_.assign(core_.function_count(), false);
    for (uint32_t i = 0; i < core_.function_count(); ++i) {
      const CoreFunction& f = core_.function(FunctionId(i));
      for (const Call& c : f.calls) {
        if (c.kind != CallKind::named) continue;
        if (FunctionId t = core_.find_from(f.module, c.callee); t.valid() && t != FunctionId(i))
          called_[t.index()] = true;
        if (FunctionId t = called_by_name(FunctionId(i), c); t.valid()) called_[t.index()] = true;
      }
      for (const Value& v : f.values) {
        if (v.kind != ValueKind::fun_name) continue;
        FunctionId t = core_.find_from(f.module, core_.modules()[f.module].fun_names[v.index]);
        if (t.valid()) open_[t.index()] = true;
      }
      find_staying(f);
    }
    children_ = find_child_specs(core_, model_);
    for (const ChildSpec& child : children_) called_[child.started.index()] = true;
  }

  // What servers are given when they start, and what their callbacks pass to each other.
  void link_servers() {
    for (const ChildSpec& child : children_) {
      for (uint32_t i = 0; i < child.arguments.size(); ++i) {
        const ChildArgument& a = child.arguments[i];
        edge(core_.node(a.function, a.value).value, core_.node(child.started, ValueId(i)).value,
             EdgeKind::copy);
      }
    }
    ServerFlow flow = find_server_flow(core_, model_);
    for (const ServerFlow::Given& g : flow.given)
      edge(core_.node(g.by, g.value).value, core_.node(g.start, ValueId(0)).value, EdgeKind::copy);
    auto state = [&](uint32_t module) { return core_.node_count() + module; };
    for (const ServerFlow::State& s : flow.states) {
      edge(core_.node(s.function, s.value).value, state(s.module),
           s.inside ? EdgeKind::state : EdgeKind::copy);
    }
    for (FunctionId f : flow.callbacks) {
      const CoreFunction& function = core_.function(f);
      edge(state(function.module), core_.node(f, ValueId(function.arity - 1)).value, EdgeKind::copy);
    }
  }

  // Reads may give something else as well: other code of the node can put it there.
  void link_kept() {
    uint32_t first = core_.node_count() + static_cast<uint32_t>(core_.modules().size());
    for (const KeptValues::Use& put : kept_.puts) edge(put.node.value, first + put.slot, EdgeKind::copy);
    for (const KeptValues::Use& read : kept_.reads) edge(first + read.slot, read.node.value, EdgeKind::copy);
  }

  // What spawn(Module, Function, Args) and similar functions call, where all three are literals.
  FunctionId called_by_name(FunctionId caller, const Call& c) const {
    auto it = model_.callbacks.find(c.callee);
    if (it == model_.callbacks.end()) return {};
    const CoreFunction& f = core_.function(caller);
    auto arguments = f.operands_in(c.arguments);
    auto atom = [&](int index) {
      const Value& v = f.value(arguments[static_cast<size_t>(index)]);
      if (v.kind != ValueKind::constant) return Symbol();
      const Constant& constant = core_.constant(core_.constant(f.module, v.index));
      return constant.kind == ConstantKind::atom ? constant.text : Symbol();
    };
    for (const CallbackModel& cb : it->second) {
      if (cb.module < 0) continue;
      Symbol module = atom(cb.module), name = atom(cb.function);
      auto elements = list_elements(core_, caller, arguments[static_cast<size_t>(cb.args)]);
      if (!module.valid() || !name.valid() || !elements) continue;
      return core_.find({module, name, static_cast<uint32_t>(elements->size())});
    }
    return {};
  }

  // Funs that are called here, or handed to a library function that calls them, and nothing else.
  void find_staying(const CoreFunction& f) {
    auto goes = [&](ValueId v) {
      if (v.valid() && f.value(v).kind == ValueKind::closure)
        stays_[core_.function_of(f.module, f.value(v).index).index()] = false;
    };
    for (const Value& v : f.values) {
      if (v.kind == ValueKind::call) continue;  // its operands are the arguments
      for (ValueId o : f.operands_of(v)) goes(o);
    }
    for (const Call& c : f.calls) {
      auto arguments = f.operands_in(c.arguments);
      auto it = c.kind == CallKind::named ? model_.callbacks.find(c.callee) : model_.callbacks.end();
      for (size_t i = 0; i < arguments.size(); ++i) {
        bool called = it != model_.callbacks.end() &&
                      std::any_of(it->second.begin(), it->second.end(),
                                  [&](const CallbackModel& cb) { return cb.fun == static_cast<int>(i); });
        if (!called) goes(arguments[i]);
      }
    }
    for (const CoreClause& c : f.clauses) goes(c.result);
    goes(f.result);
  }

  void init_function(FunctionId id) {
    const CoreFunction& f = core_.function(id);
    bool open =
        (f.is_fun && !stays_[id.index()]) || open_[id.index()] || (f.exported && !called_[id.index()]);
    // sys gives back what the process has given it.
    const std::vector<FunctionName>& by_sys = model_.sys.callbacks;
    if (std::find(by_sys.begin(), by_sys.end(), FunctionName{f.name, f.arity}) != by_sys.end()) open = false;
    for (uint32_t i = 0; i < f.values.size(); ++i) {
      ValueId v(i);
      uint32_t node = core_.node(id, v).value;
      init_value(id, f, v, node, open);
    }
    for (uint32_t i = 0; i < f.calls.size(); ++i) init_call(id, f, i);
  }

  void init_value(FunctionId id, const CoreFunction& f, ValueId vid, uint32_t node, bool open) {
    const Value& v = f.value(vid);
    auto operands = f.operands_of(v);
    switch (v.kind) {
      case ValueKind::unknown:
      case ValueKind::computed:
      case ValueKind::update:
      case ValueKind::message:
        add(node, kUnknown);
        return;
      case ValueKind::param:
        if (open) add(node, kUnknown);
        return;
      case ValueKind::constant:
        add(node, single({ObjectKind::constant, core_.constant(f.module, v.index).value}));
        return;
      case ValueKind::tuple:
        add(node, single({ObjectKind::tuple, node}));
        return;
      case ValueKind::cons:
        add(node, single({ObjectKind::cons, node}));
        return;
      case ValueKind::closure:
        add(node, single({ObjectKind::function, core_.function_of(f.module, v.index).value}));
        return;
      case ValueKind::fun_name: {
        FunctionId t = core_.find_from(f.module, core_.modules()[f.module].fun_names[v.index]);
        add(node, t.valid() ? single({ObjectKind::function, t.value}) : kUnknown);
        return;
      }
      case ValueKind::outer:
        edge(core_.node(core_.function_of(f.module, f.parent), ValueId(v.index)).value, node, EdgeKind::copy);
        return;
      case ValueKind::field:
        edge(core_.node(id, operands[0]).value, node, EdgeKind::field, static_cast<uint16_t>(v.index));
        return;
      case ValueKind::head:
        edge(core_.node(id, operands[0]).value, node, EdgeKind::head);
        return;
      case ValueKind::tail:
        edge(core_.node(id, operands[0]).value, node, EdgeKind::tail);
        return;
      case ValueKind::member:
        edge(core_.node(id, operands[0]).value, node, EdgeKind::member);
        return;
      case ValueKind::phi:
        for (uint32_t i = 0; i < v.index && i < operands.size(); ++i) {
          edge(core_.node(id, operands[i]).value, node, EdgeKind::copy);
        }
        return;
      case ValueKind::call:
        return;  // init_call
    }
  }

  void init_call(FunctionId id, const CoreFunction& f, uint32_t index) {
    const Call& c = f.calls[index];
    uint32_t result = core_.node(id, c.result).value;
    if (c.kind == CallKind::named) {
      auto op = model_.operations.find(c.callee);
      bool makes_table =
          op != model_.operations.end() &&
          std::any_of(op->second.begin(), op->second.end(), [](const OperationModel& o) {
            return std::find(o.roles.begin(), o.roles.end(), ArgRole::new_table) != o.roles.end();
          });
      if (makes_table) {
        add(result, single({ObjectKind::table, result}));
        return;
      }
      if (model_.callbacks.contains(c.callee)) {
        late_calls_.push_back({id, index});
        add(result, kUnknown);
        return;
      }
      std::vector<Target> targets = v_.targets(id, c);
      // What never returns gives nothing.
      if (targets.empty() && !model_.never_return.contains(c.callee)) add(result, kUnknown);
      for (const Target& t : targets) link(id, c, t);
      return;
    }
    late_calls_.push_back({id, index});
    if (c.kind == CallKind::fun_value) {
      uint32_t ref = static_cast<uint32_t>(late_calls_.size() - 1);
      edge(core_.node(id, c.function).value, ref, EdgeKind::callee);
    } else {
      add(result, kUnknown);
    }
  }

  void link(FunctionId caller, const Call& call, const Target& t) {
    const CoreFunction& callee = core_.function(t.function);
    for (uint32_t i = 0; i < callee.arity && i < t.arguments.size(); ++i) {
      uint32_t param = core_.node(t.function, ValueId(i)).value;
      if (t.arguments[i].valid()) {
        edge(core_.node(caller, t.arguments[i]).value, param, EdgeKind::copy);
      } else if (i == 0 && t.list.valid()) {
        edge(core_.node(caller, t.list).value, param, EdgeKind::member);
      } else {
        add(param, kUnknown);
      }
    }
    if (t.how == Callback::once && callee.result.valid()) {
      edge(core_.node(t.function, callee.result).value, core_.node(caller, call.result).value,
           EdgeKind::copy);
    }
  }

  bool link_late_calls() {
    bool changed = false;
    for (const CallRef& ref : late_calls_) {
      const Call& c = core_.function(ref.caller).calls[ref.call];
      if (c.kind == CallKind::fun_value) continue;  // its edge does it
      for (const Target& t : v_.targets(ref.caller, c)) {
        if (!linked_.insert(link_key(ref.caller, ref.call, t.function)).second) continue;
        link(ref.caller, c, t);
        changed = true;
      }
    }
    return changed;
  }

  uint64_t link_key(FunctionId caller, uint32_t call, FunctionId callee) const {
    uint32_t result = core_.node(caller, core_.function(caller).calls[call].result).value;
    return static_cast<uint64_t>(result) << 32 | callee.value;
  }

  void edge(uint32_t from, uint32_t to, EdgeKind kind, uint16_t index = 0) {
    if (kind == EdgeKind::copy && from == to) return;
    edges_.push_back({to, heads_[from], kind, index});
    heads_[from] = static_cast<uint32_t>(edges_.size() - 1);
    if (v_.set_of_[from] != kEmpty) push(from);
  }

  void push(uint32_t node) {
    if (queued_[node]) return;
    queued_[node] = true;
    queue_.push_back(node);
  }

  void add(uint32_t node, uint32_t set) {
    uint32_t& now = v_.set_of_[node];
    uint32_t joined = join(now, set);
    if (joined == now) return;
    now = joined;
    if (heads_[node] != kNoEdge) push(node);
  }

  uint32_t single(Object o) { return intern({{o}, false}); }

  uint32_t intern(ValueSet set) {
    uint64_t h = set.unknown;
    for (const Object& o : set.objects) h = hash_combine(h, hash_value(o));
    auto [first, last] = std::pair(by_hash_.find(h), by_hash_.end());
    if (first != last) {
      for (uint32_t id : first->second) {
        if (v_.sets_[id].objects == set.objects && v_.sets_[id].unknown == set.unknown) return id;
      }
    }
    uint32_t id = static_cast<uint32_t>(v_.sets_.size());
    v_.sets_.push_back(std::move(set));
    by_hash_[h].push_back(id);
    return id;
  }

  uint32_t join(uint32_t a, uint32_t b) {
    if (a == b || b == kEmpty) return a;
    if (a == kEmpty) return b;
    if (a == kTop || b == kTop) return kTop;
    if (a > b) std::swap(a, b);
    auto [it, fresh] = joins_.try_emplace(static_cast<uint64_t>(a) << 32 | b, 0);
    if (!fresh) return it->second;
    const ValueSet &x = v_.sets_[a], &y = v_.sets_[b];
    ValueSet both;
    both.unknown = x.unknown || y.unknown;
    std::set_union(x.objects.begin(), x.objects.end(), y.objects.begin(), y.objects.end(),
                   std::back_inserter(both.objects), before);
    uint32_t result = too_many(both) ? kTop : intern(std::move(both));
    joins_[static_cast<uint64_t>(a) << 32 | b] = result;
    return result;
  }

  static bool too_many(const ValueSet& set) {
    if (set.objects.size() <= Values::kMaxObjects) return false;
    // What a function that translates names gives is still some of them and nothing else.
    auto all = [&](ObjectKind kind) {
      return std::all_of(set.objects.begin(), set.objects.end(),
                         [&](const Object& o) { return o.kind == kind; });
    };
    if (set.objects.size() <= kMaxConstants && !set.unknown && all(ObjectKind::constant)) return false;
    return set.objects.size() > Values::kMaxFunctions || !all(ObjectKind::function);
  }

  void solve() {
    size_t steps = 0;
    while (!queue_.empty()) {
      if ((++steps & 1023) == 0 && stop_.requested()) return;
      uint32_t node = queue_.front();
      queue_.pop_front();
      queued_[node] = false;
      uint32_t set = v_.set_of_[node];
      for (uint32_t e = heads_[node]; e != kNoEdge; e = edges_[e].next) propagate(set, edges_[e]);
    }
  }

  void propagate(uint32_t set, Edge e) {  // by value: edges_ may grow
    if (e.kind == EdgeKind::copy) return add(e.to, set);
    if (e.kind == EdgeKind::callee) return found_callees(set, e.to);
    if (v_.sets_[set].unknown) add(e.to, kUnknown);
    // Copied, because sets_ may grow too.
    std::vector<Object> objects = v_.sets_[set].objects;
    bool of_tuple = e.kind == EdgeKind::field || e.kind == EdgeKind::state;
    ObjectKind wanted = of_tuple ? ObjectKind::tuple : ObjectKind::cons;
    for (const Object& o : objects) {
      if (o.kind == ObjectKind::constant && !of_tuple &&
          core_.constant(ConstantId(o.index)).kind == ConstantKind::other) {
        add(e.to, kUnknown);
      }
      if (o.kind != wanted) continue;
      FunctionId f = core_.owner(NodeId(o.index));
      const CoreFunction& function = core_.function(f);
      auto operands = function.operands_of(function.value(core_.value_of(f, NodeId(o.index))));
      if (e.kind == EdgeKind::member) {
        uint32_t tail = core_.node(f, operands[1]).value;
        if (in_list_.insert(static_cast<uint64_t>(tail) << 32 | e.to).second)
          edge(tail, e.to, EdgeKind::member);
      }
      size_t which = e.kind == EdgeKind::field ? e.index : e.kind == EdgeKind::tail ? 1 : 0;
      if (e.kind == EdgeKind::state) {
        uint32_t module = e.to - core_.node_count();
        which = state_in(core_, model_, core_.modules()[module], f, core_.value_of(f, NodeId(o.index)));
      }
      if (which >= operands.size()) continue;
      uint32_t part = core_.node(f, operands[which]).value;
      if (loaded_.insert(static_cast<uint64_t>(part) << 32 | e.to).second) edge(part, e.to, EdgeKind::copy);
    }
  }

  void found_callees(uint32_t set, uint32_t ref) {
    CallRef r = late_calls_[ref];
    const Call& c = core_.function(r.caller).calls[r.call];
    if (v_.sets_[set].unknown) add(core_.node(r.caller, c.result).value, kUnknown);
    auto arguments = core_.function(r.caller).operands_in(c.arguments);
    std::vector<Object> objects = v_.sets_[set].objects;
    for (const Object& o : objects) {
      if (o.kind != ObjectKind::function || core_.function(FunctionId(o.index)).arity != arguments.size())
        continue;
      if (!linked_.insert(link_key(r.caller, r.call, FunctionId(o.index))).second) continue;
      link(r.caller, c,
           {FunctionId(o.index), Callback::once, false, {arguments.begin(), arguments.end()}, {}});
    }
  }

  Values& v_;
  const Core& core_;
  const Model& model_;
  KeptValues kept_;
  StopToken stop_;
  std::vector<bool> called_, open_, queued_;
  std::vector<bool> stays_;  // funs that only the calls around see: nobody else gives them arguments
  std::vector<uint32_t> heads_;
  std::vector<Edge> edges_;
  std::deque<uint32_t> queue_;
  std::vector<CallRef> late_calls_;
  std::vector<ChildSpec> children_;
  FlatSet<uint64_t> linked_, loaded_, in_list_;
  FlatMap<uint64_t, std::vector<uint32_t>> by_hash_;
  FlatMap<uint64_t, uint32_t> joins_;
};

Values::Values(const Core& core, const Model& model, const Parallelism& parallel)
    : core_(core), model_(model) {
  ValueSolver(*this, parallel).run();
}

}  // namespace dh::erlang
