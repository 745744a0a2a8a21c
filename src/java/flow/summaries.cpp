#include "java/flow/summaries.h"

#include <algorithm>
#include <deque>
#include <map>
#include <optional>

#include "java/flow/frames.h"

namespace dh::java {

namespace {

// How a method runs what it gets as a parameter.
struct ParamRun {
  LockSet held;        // surely, in the terms of the parameter's body
  bool later = false;  // perhaps when the method has returned: the caller's own locks do not count
};

class Summarizer {
 public:
  Summarizer(Unit& unit, const SummaryOptions& options, const StopToken& stop)
      : unit_(unit), options_(options), stop_(stop), index_(unit.knowledge.index()) {}

  Summaries run() {
    settle_passed_lambdas();
    find_effects();
    start_entries();
    drain();
    start_constructors();
    drain();
    start_package_methods();
    drain();
    start_loose(false);
    drain();
    start_loose(true);
    drain();
    collect();
    return std::move(result_);
  }

 private:
  // A lambda given to a method whose text only calls it, or passes it on to such a method, runs there; else
  // any thread may run it at any time.
  void settle_passed_lambdas() {
    for (size_t b = 0; b < unit_.bodies.size(); ++b) {
      BodyId id(static_cast<uint32_t>(b));
      const Body& body = unit_.bodies[id];
      for (const ParamUse& param : body.params) param_of_[param.var] = id;
      if (body.kind == BodyKind::instance_init && body.subject == body.owner) initializers_[body.owner] = id;
    }
    for (bool changed = true; changed;) {
      changed = false;
      for (const CallSite& site : unit_.calls) {
        for (const PassedVar& passed : site.passed_objects) {
          // A parameter that is passed on to what keeps it is kept.
          ParamUse* param = param_use(passed.var);
          if (param == nullptr || param->other || stays_with_callee(site, passed.argument)) continue;
          changed = param->other = true;
        }
        for (const PassedVar& passed : site.passed_vars) {
          ParamUse* param = param_use(passed.var);
          if (param == nullptr || param->other || called_only(site, passed.argument)) continue;
          changed = param->other = true;
        }
      }
    }
    for (const CallSite& site : unit_.calls) {
      for (const PassedBody& passed : site.passed) {
        Body& body = unit_.bodies[passed.body];
        bool inner = body.kind == BodyKind::method && is_inner_callback(body.owner);
        if (!inner && !called_only(site, passed.argument)) body.escapes = true;
      }
    }
  }

  ParamUse* param_use(VarId var) {
    auto it = param_of_.find(var);
    if (it == param_of_.end()) return nullptr;
    for (ParamUse& param : unit_.bodies[it->second].params) {
      if (param.var == var) return &param;
    }
    return nullptr;
  }

  bool called_only(const CallSite& site, uint32_t argument) const {
    return !site.targets.empty() && std::all_of(site.targets.begin(), site.targets.end(), [&](BodyId target) {
      const std::vector<ParamUse>& params = unit_.bodies[target].params;
      return argument < params.size() && !params[argument].other;
    });
  }

  // Methods that return with other locks than they were called with.
  void find_effects() {
    effects_.resize(unit_.bodies.size());
    std::vector<bool> interesting(unit_.bodies.size(), false);
    for (size_t b = 0; b < unit_.bodies.size(); ++b) {
      const Body& body = unit_.bodies[BodyId(static_cast<uint32_t>(b))];
      if (body.kind != BodyKind::method) continue;
      for (const Op& op : body.flow.ops) {
        interesting[b] = interesting[b] || op.kind == OpKind::acquire || op.kind == OpKind::release ||
                         op.kind == OpKind::release_strongest || op.kind == OpKind::hold;
      }
    }
    for (size_t b = 0; b < unit_.bodies.size(); ++b) {
      if (interesting[b]) find_effect(BodyId(static_cast<uint32_t>(b)));
    }
  }

  void find_effect(BodyId id) {
    const Body& body = unit_.bodies[id];
    if (body.flow.blocks.empty()) return;
    HeldState entry;
    entry.locks = body.at_entry;
    FlowStates states = solve(body.flow, entry, [](CallId) { return nullptr; });
    const auto& exit = states.at_entry[body.flow.exit.index()];
    LockEffect& effect = effects_[id.index()];
    for (MonitorId monitor : states.released_unheld)
      effect.changes.push_back({monitor, LockMode::exclusive, false, false});
    if (!exit.has_value()) return;
    for (const Held& held : exit->locks) {
      if (body.at_entry.find(held.monitor) != nullptr) continue;
      bool asserted = std::any_of(body.flow.ops.begin(), body.flow.ops.end(), [&](const Op& op) {
        return op.kind == OpKind::hold && op.a == held.monitor.value;
      });
      effect.changes.push_back({held.monitor, held.mode(), true, asserted});
    }
  }

  // The callees neither keep the object nor pass it on.
  bool stays_with_callee(const CallSite& site, uint32_t argument) const {
    return std::all_of(site.targets.begin(), site.targets.end(), [&](BodyId target) {
      const std::vector<ParamUse>& params = unit_.bodies[target].params;
      return argument < params.size() && !params[argument].other && !params[argument].captured;
    });
  }

  const LockEffect* effect_of(CallId id) {
    const CallSite& site = unit_.calls[id];
    static const LockEffect kNone;
    const LockEffect& effect = site.targets.size() == 1 ? effects_[site.targets[0].index()] : kNone;
    bool passes = !site.passed_objects.empty() || !site.passed_vars.empty();
    if (effect.changes.empty() && !passes) return nullptr;
    auto [it, added] = call_effects_.try_emplace(id);
    if (added) {
      LockEffect translated;
      for (const std::vector<PassedVar>* list : {&site.passed_objects, &site.passed_vars}) {
        for (const PassedVar& passed : *list) {
          if (!stays_with_callee(site, passed.argument)) translated.published.push_back(passed.var);
        }
      }
      for (const LockEffect::Change& change : effect.changes) {
        MonitorId monitor = out_of_callee(unit_, change.monitor, site, unit_.bodies[site.targets[0]]);
        if (monitor.valid())
          translated.changes.push_back({monitor, change.mode, change.acquired, change.asserted});
      }
      it->second = std::make_unique<LockEffect>(std::move(translated));
    }
    return it->second.get();
  }

  // A nested class that is not public and promises nothing to others: who uses it is seen here.
  bool is_helper_class(TypeId type) const {
    const TypeInfo& info = index_.type(type);
    bool nested = info.enclosing.valid() && !info.has(kPublic) && !info.has(kProtected);
    if (info.is_local || !nested || unit_.knowledge.is_thread_safe(type)) return false;
    bool extends = info.superclass.known() && index_.text(info.superclass.simple) != "Object";
    return !extends && info.interfaces.empty();
  }

  // An object of an anonymous class whose base is a nested class that is not public: only the unit calls it.
  bool is_inner_callback(TypeId type) const {
    const TypeInfo& info = index_.type(type);
    if (info.kind() != ClassKind::kAnonymous) return false;
    TypeId base = !info.interfaces.empty() ? info.interfaces[0].type : info.superclass.type;
    if (!base.valid() || index_.type(base).has(kPublic) || index_.type(base).has(kProtected)) return false;
    TypeId top = base;
    while (index_.type(top).enclosing.valid()) top = index_.type(top).enclosing;
    std::vector<TypeRef> foreign = index_.foreign_supertypes(base);
    bool promises = std::any_of(foreign.begin(), foreign.end(),
                                [](const TypeRef& f) { return f.qualified != "java.lang.Object"; });
    return top != base && inside(index_, type, top) && !promises && index_.supertypes(base).empty();
  }

  bool has_locked_name(const Body& body) const {
    const std::string& suffix = unit_.knowledge.models().locked_suffix;
    if (suffix.empty() || body.kind != BodyKind::method) return false;
    return index_.text(index_.method(body.method).name).ends_with(suffix);
  }

  bool is_entry(const Body& body) const {
    if (body.runs_at_once) return false;
    if (body.escapes) return true;
    if (body.kind != BodyKind::method) return false;
    const MethodInfo& method = index_.method(body.method);
    const Models& models = unit_.knowledge.models();
    if (has_locked_name(body) || method.has(kPrivate)) return false;
    if (body.subject != body.owner) return false;  // listed by the caller
    const TypeInfo& owner = index_.type(body.owner);
    if (is_helper_class(body.owner) || unit_.confined_types.contains(body.owner) ||
        unit_.passed_types.contains(body.owner))
      return false;
    if (is_inner_callback(body.owner)) return false;
    if (owner.is_local && owner.kind() == ClassKind::kAnonymous) return true;
    if (method.has(kPublic)) return true;
    if (models.entry_points == EntryPoints::public_) return false;
    return method.has(kProtected) || models.entry_points == EntryPoints::package;
  }

  void start_entries() {
    for (size_t b = 0; b < unit_.bodies.size(); ++b) {
      BodyId id(static_cast<uint32_t>(b));
      const Body& body = unit_.bodies[id];
      bool made = (body.kind == BodyKind::instance_init && !is_private(body.owner)) ||
                  (body.kind == BodyKind::constructor && is_visible(body));
      if (made) {
        if (body.subject == body.owner) start(id, body.subject);
      } else if (is_entry(body)) {
        start(id, TypeId());
      }
    }
    for (BodyId id : options_.inherited_entries) start(id, TypeId());
  }

  bool is_private(TypeId type) const {
    for (; type.valid(); type = index_.type(type).enclosing) {
      if (index_.type(type).has(kPrivate) || index_.type(type).is_local) return true;
    }
    return false;
  }

  bool is_visible(const Body& body) const {
    const MethodInfo& method = index_.method(body.method);
    EntryPoints entries = unit_.knowledge.models().entry_points;
    if (is_private(body.owner) || method.has(kPrivate)) return false;
    return method.has(kPublic) || entries == EntryPoints::package ||
           (entries == EntryPoints::protected_ && method.has(kProtected));
  }

  // Constructors that others of the package may call, where the unit itself does not.
  void start_constructors() {
    for (size_t b = 0; b < unit_.bodies.size(); ++b) {
      BodyId id(static_cast<uint32_t>(b));
      const Body& body = unit_.bodies[id];
      if (body.subject != body.owner || reached(id)) continue;
      if (body.kind == BodyKind::instance_init) start(id, body.subject);
      if (body.kind != BodyKind::constructor) continue;
      if (!index_.method(body.method).has(kPrivate) && !is_private(body.owner)) start(id, body.subject);
    }
  }

  // In a class that only its package sees, methods without a modifier are what its users call, unless the
  // unit itself does.
  void start_package_methods() {
    for (size_t b = 0; b < unit_.bodies.size(); ++b) {
      BodyId id(static_cast<uint32_t>(b));
      const Body& body = unit_.bodies[id];
      if (body.kind != BodyKind::method || body.runs_at_once || body.subject != body.owner || reached(id))
        continue;
      const MethodInfo& method = index_.method(body.method);
      bool package = !method.has(kPrivate) &&
                     (!method.has(kPublic) || is_helper_class(body.owner) || is_inner_callback(body.owner)) &&
                     !method.has(kProtected);
      bool annotated = unit_.knowledge.annotated(method.annotations(),
                                                 unit_.knowledge.models().test_visibility_annotations);
      if (!package || annotated || has_locked_name(body) || is_public(body.owner) || is_private(body.owner))
        continue;
      start(id, TypeId());
    }
  }

  bool is_public(TypeId type) const {
    for (; type.valid(); type = index_.type(type).enclosing) {
      if (!index_.type(type).has(kPublic)) return false;
    }
    return true;
  }

  // Methods that code outside the unit may call, although they are not entry points; then private ones
  // without visible callers.
  void start_loose(bool private_ones) {
    loose_ = true;
    for (size_t b = 0; b < unit_.bodies.size(); ++b) {
      BodyId id(static_cast<uint32_t>(b));
      const Body& body = unit_.bodies[id];
      if (body.kind != BodyKind::method || body.runs_at_once || body.subject != body.owner) continue;
      const MethodInfo& method = index_.method(body.method);
      if (method.has(kPrivate) != private_ones) continue;
      if (private_ones ? reached(id) : ids_.contains({id, TypeId()})) continue;
      if (has_locked_name(body)) continue;
      start(id, TypeId());
    }
  }

  bool reached(BodyId body) const {
    auto it = ids_.lower_bound({body, TypeId(0)});
    return it != ids_.end() && it->first.first == body;
  }

  void start(BodyId body, TypeId under_construction) {
    auto [it, added] = ids_.try_emplace({body, under_construction}, result_.instances.next_id());
    if (!added) {
      Instance& instance = result_.instances[it->second];
      if (instance.entry) return;
      instance.entry = true;
      instance.held = LockSet();
      instance.owned.clear();
    } else {
      result_.instances.add(Instance{body, under_construction, true, loose_, {}, {}});
    }
    enqueue(it->second);
  }

  void enqueue(InstanceId id) {
    if (queued_.size() <= id.index()) queued_.resize(id.index() + 1, false);
    if (queued_[id.index()]) return;
    queued_[id.index()] = true;
    queue_.push_back(id);
  }

  InstanceId contribute(BodyId body, TypeId under_construction, const LockSet& held,
                        std::vector<VarId> owned = {}) {
    auto [it, added] = ids_.try_emplace({body, under_construction}, result_.instances.next_id());
    if (added) {
      result_.instances.add(Instance{body, under_construction, false, loose_, held, std::move(owned)});
      enqueue(it->second);
      return it->second;
    }
    Instance& instance = result_.instances[it->second];
    if (instance.entry || instance.loose != loose_) return it->second;
    auto lost = std::remove_if(instance.owned.begin(), instance.owned.end(), [&](VarId var) {
      return !std::binary_search(owned.begin(), owned.end(), var);
    });
    bool changed = lost != instance.owned.end();
    instance.owned.erase(lost, instance.owned.end());
    if (instance.held.meet(held) || changed) enqueue(it->second);
    return it->second;
  }

  // Parameters that get an object which only the caller refers to.
  std::vector<VarId> owned_params(const CallSite& site, const Body& callee, const HeldState& state) const {
    std::vector<VarId> owned;
    for (const PassedVar& passed : site.passed_objects) {
      if (passed.argument < callee.params.size() && state.owns(passed.var))
        owned.push_back(callee.params[passed.argument].var);
    }
    for (const PassedVar& passed : site.passed_vars) {
      if (passed.argument < callee.params.size() && state.owns(passed.var))
        owned.push_back(callee.params[passed.argument].var);
    }
    std::sort(owned.begin(), owned.end());
    return owned;
  }

  void drain() {
    while (!queue_.empty() && !stop_.requested()) {
      InstanceId id = queue_.front();
      queue_.pop_front();
      queued_[id.index()] = false;
      visit(id, false);
    }
  }

  HeldState entry_state(const Instance& instance) {
    HeldState state;
    state.locks = instance.held;
    state.owned = instance.owned;
    for (const Held& held : unit_.bodies[instance.body].at_entry) {
      if (state.locks.find(held.monitor) == nullptr) state.locks.acquire(held.monitor, held.mode());
    }
    return state;
  }

  void visit(InstanceId id, bool last) {
    const Instance instance = result_.instances[id];
    const Flow& flow = unit_.bodies[instance.body].flow;
    if (flow.blocks.empty()) return;
    CallEffects effects = [this](CallId call) { return effect_of(call); };
    FlowStates states = solve(flow, entry_state(instance), effects);
    for_each_op(flow, states, effects, [&](const Op& op, const HeldState& state) {
      switch (op.kind) {
        case OpKind::call:
          call(id, instance, CallId(op.a), state, last);
          break;
        case OpKind::run: {
          TypeId context = state.escaped != Escaped::no ? TypeId() : instance.under_construction;
          LockSet held = state.locks;
          if (op.mode == LockMode::read) held.share();
          InstanceId callee = contribute(BodyId(op.a), context, held);
          if (last) result_.edges.push_back({id, callee, unit_.bodies[BodyId(op.a)].span, held});
          break;
        }
        case OpKind::run_param:
          note_run(VarId(op.a), state.locks, later(instance.body, VarId(op.a)));
          break;
        case OpKind::access:
          if (last) access(id, instance, AccessId(op.a), state);
          break;
        default:
          break;
      }
    });
  }

  // Whether code of the body runs when the parameter's own body may have returned.
  bool later(BodyId body, VarId param) const {
    auto it = param_of_.find(param);
    if (it == param_of_.end()) return true;
    return body != it->second &&
           !(unit_.bodies[body].runs_at_once && unit_.bodies[body].around == it->second);
  }

  void note_run(VarId param, const LockSet& held, bool is_later) {
    auto [it, added] = param_runs_.try_emplace(param, ParamRun{held, is_later});
    bool changed = added;
    if (!added) {
      changed = it->second.held.meet(held);
      if (is_later && !it->second.later) changed = it->second.later = true;
    }
    if (!changed) return;
    for (InstanceId caller : passing_callers_[param]) enqueue(caller);
  }

  // What is held when the callee runs its parameter, in the caller's terms; nothing: it does not, as far as
  // is known yet.
  std::optional<ParamRun> run_in_callee(InstanceId id, const CallSite& site, const Body& callee,
                                        uint32_t argument, const LockSet& held) {
    if (argument >= callee.params.size()) return std::nullopt;
    VarId param = callee.params[argument].var;
    auto& callers = passing_callers_[param];
    if (std::find(callers.begin(), callers.end(), id) == callers.end()) callers.push_back(id);
    auto it = param_runs_.find(param);
    if (it == param_runs_.end()) return std::nullopt;
    ParamRun run;
    run.later = it->second.later;
    if (!run.later) run.held = held;
    for (const Held& h : it->second.held) {
      MonitorId monitor = out_of_callee(unit_, h.monitor, site, callee);
      if (monitor.valid() && run.held.find(monitor) == nullptr) run.held.acquire(monitor, h.mode());
    }
    return run;
  }

  // Which context a callee runs in.
  TypeId context_of(const Instance& instance, const CallSite& site, const Body& callee,
                    const HeldState& state) {
    if (callee.kind == BodyKind::constructor) return callee.subject;
    bool own = site.receiver_var.valid() && state.owns(site.receiver_var) &&
               unit_.paths.node(site.receiver).step == Step::local;
    own = own || site.on_fresh;
    if (own && !callee.is_static) return callee.subject;
    if (!instance.under_construction.valid() || state.escaped != Escaped::no) return TypeId();
    TypeId made = instance.under_construction;
    if (callee.is_static || callee.subject != made) return made;
    bool on_self = site.receiver == unit_.paths.root(Step::self, made.value);
    return on_self ? made : TypeId();
  }

  void call(InstanceId id, const Instance& instance, CallId call_id, const HeldState& state, bool last) {
    const CallSite site = unit_.calls[call_id];
    if (last && requires_lock(site)) {
      bool own = site.on_fresh || (site.receiver_var.valid() && state.owns(site.receiver_var));
      bool made = instance.under_construction.valid() && state.escaped == Escaped::no &&
                  site.receiver == unit_.paths.root(Step::self, instance.under_construction.value);
      if (!own && !made) result_.calls.push_back({call_id, id, state.locks});
    }
    if (auto init = initializers_.find(site.made); site.made.valid() && init != initializers_.end()) {
      LockSet held = into_callee(unit_, state.locks, site, unit_.bodies[init->second]);
      InstanceId reached = contribute(init->second, site.made, held);
      if (last) result_.edges.push_back({id, reached, site.span, held});
    }
    for (BodyId target : site.targets) {
      const Body& callee = unit_.bodies[target];
      // Such a call is reported itself; the method may rely on its name.
      if (state.locks.empty() && has_locked_name(callee)) continue;
      TypeId context = context_of(instance, site, callee, state);
      LockSet held = into_callee(unit_, state.locks, site, callee);
      InstanceId reached = contribute(target, context, held, owned_params(site, callee, state));
      if (last) result_.edges.push_back({id, reached, site.span, held});
      for (const PassedBody& passed : site.passed) {
        if (unit_.bodies[passed.body].escapes) continue;
        run_passed(id, instance, site, callee, passed, state, last);
      }
      for (const PassedVar& passed : site.passed_vars) {
        std::optional<ParamRun> run = run_in_callee(id, site, callee, passed.argument, state.locks);
        if (run.has_value()) note_run(passed.var, run->held, run->later || later(instance.body, passed.var));
      }
    }
  }

  void run_passed(InstanceId id, const Instance& instance, const CallSite& site, const Body& callee,
                  const PassedBody& passed, const HeldState& state, bool last) {
    std::optional<ParamRun> run = run_in_callee(id, site, callee, passed.argument, state.locks);
    if (!run.has_value()) return;
    bool made = !run->later && state.escaped == Escaped::no;
    InstanceId lambda = contribute(passed.body, made ? instance.under_construction : TypeId(), run->held);
    if (last) result_.edges.push_back({id, lambda, site.span, run->held});
  }

  bool requires_lock(const CallSite& site) const {
    const Models& models = unit_.knowledge.models();
    for (MethodId m : site.methods) {
      const MethodInfo& method = index_.method(m);
      if (!models.locked_suffix.empty() && index_.text(method.name).ends_with(models.locked_suffix))
        return true;
      if (unit_.knowledge.annotated(method.annotations(), models.guarded_by_annotations)) return true;
    }
    return false;
  }

  // Accesses to the object under construction count once it has escaped.
  void access(InstanceId id, const Instance& instance, AccessId access_id, const HeldState& state) {
    const FieldUse& use = unit_.accesses[access_id];
    if (use.base_var.valid() && state.owns(use.base_var)) return;
    bool made = false;
    if (instance.under_construction.valid() && use.base.valid()) {
      made = use.base == unit_.paths.root(Step::self, instance.under_construction.value);
      if (made && state.escaped == Escaped::no) return;
    }
    result_.accesses.push_back({access_id, id, state.locks, made ? state.escaped : Escaped::no});
  }

  void collect() {
    for (size_t i = 0; i < result_.instances.size() && !stop_.requested(); ++i) {
      loose_ = result_.instances[InstanceId(static_cast<uint32_t>(i))].loose;
      visit(InstanceId(static_cast<uint32_t>(i)), true);
    }
    std::stable_sort(result_.edges.begin(), result_.edges.end(),
                     [](const CallEdge& a, const CallEdge& b) { return a.callee < b.callee; });
  }

  Unit& unit_;
  const SummaryOptions& options_;
  const StopToken& stop_;
  const Index& index_;
  Summaries result_;
  std::map<std::pair<BodyId, TypeId>, InstanceId> ids_;
  std::vector<bool> queued_;
  std::deque<InstanceId> queue_;
  bool loose_ = false;
  std::vector<LockEffect> effects_;  // by body
  FlatMap<CallId, std::unique_ptr<LockEffect>> call_effects_;
  std::map<VarId, ParamRun> param_runs_;
  std::map<VarId, std::vector<InstanceId>> passing_callers_;
  FlatMap<VarId, BodyId> param_of_;       // whose parameter it is
  FlatMap<TypeId, BodyId> initializers_;  // of the objects of a class
};

}  // namespace

Summaries summarize(Unit& unit, const SummaryOptions& options, const StopToken& stop) {
  return Summarizer(unit, options, stop).run();
}

}  // namespace dh::java
