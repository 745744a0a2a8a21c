#include "whole_program/confidence.h"

namespace dh::whole {

using namespace smallir;

namespace {

std::span<const Instruction> body_of(const Module& module, const Heap& heap, const Visit& visit) {
  return module.body(module.functions[heap.instances[visit.instance].function]);
}

// `x := x + 1`: the same function reads the variable before it writes it.
bool read_modify_write(const Module& module, const Heap& heap, const Traces& traces,
                       const AccessEvent& access) {
  if (!access.writes || !access.variable.valid()) return access.reads && access.writes;
  std::span<const Instruction> body = body_of(module, heap, traces.visits[access.visit]);
  for (uint32_t i = 0; i < access.instruction; ++i) {
    if (body[i].op == Op::read && body[i].variable() == access.variable) return true;
  }
  return false;
}

bool writes_literal(const Module& module, const Heap& heap, const Traces& traces, const AccessEvent& access,
                    LiteralKind kind) {
  if (!access.writes || !access.variable.valid()) return false;
  const Instruction& write = body_of(module, heap, traces.visits[access.visit])[access.instruction];
  Value value = module.operands_of(write)[0];
  return value.kind() == Value::Kind::literal && module.literals[value.literal()].kind == kind;
}

// A write in a block that is only run when the variable was nil. `x ifNotNil: [ ... x := nil ]` is none.
bool lazy_initialisation(const Module& module, const Heap& heap, const Traces& traces,
                         const AccessEvent& access) {
  if (!access.writes || !access.variable.valid()) return false;
  if (writes_literal(module, heap, traces, access, LiteralKind::nil)) return false;
  // The block may call a setter that writes: look at what is around as well.
  VisitId at = access.visit;
  for (int depth = 0; depth < 3 && at.valid(); ++depth) {
    const Visit& visit = traces.visits[at];
    at = visit.parent;
    if (!at.valid()) return false;
    std::span<const Instruction> outer = body_of(module, heap, traces.visits[at]);
    if (!outer[visit.call].inlined()) continue;
    Value test = module.operands_of(outer[visit.call])[0];
    for (int steps = 0; steps < 3 && test.kind() == Value::Kind::result; ++steps) {
      const Instruction& maker = outer[test.index()];
      if (maker.op == Op::read) {
        if (maker.variable() == access.variable) return true;
        break;
      }
      if (maker.op != Op::send) break;
      test = module.operands_of(maker)[0];
    }
  }
  return false;
}

bool writes_a_boolean(const Module& module, const Heap& heap, const Traces& traces,
                      const AccessEvent& access) {
  return writes_literal(module, heap, traces, access, LiteralKind::true_value) ||
         writes_literal(module, heap, traces, access, LiteralKind::false_value);
}

bool runs_once_by_name(const Module& module, const ProgramIndex& index, const Heap& heap,
                       const Traces& traces, const AccessEvent& access) {
  VisitId at = access.visit;
  for (;;) {
    const Visit& visit = traces.visits[at];
    const Function& function = module.functions[heap.instances[visit.instance].function];
    if (function.kind == FunctionKind::method && index.once_only.contains(function.name.value)) return true;
    at = visit.parent;
    if (at.valid()) continue;
    const Thread& thread = traces.threads[visit.thread];
    if (thread.starts.empty()) return false;
    const SyncEvent& start = traces.syncs[thread.starts[0]];
    if (start.thread.value >= visit.thread.value) return false;
    at = start.visit;
  }
}

bool in_a_started_thread(const Roots& roots, const Traces& traces, const AccessEvent& access) {
  const Thread& thread = traces.threads[traces.visits[access.visit].thread];
  return thread.body.valid() || roots.roots[thread.root].kind == RootKind::entry;
}

// `a`'s thread signals after it what `b`'s thread waits for before it.
bool may_be_before(const Traces& traces, const AccessEvent& a, const AccessEvent& b) {
  constexpr size_t kMax = 256;  // events of a thread: beyond, there is always some that fits
  const auto& left = traces.signals_and_waits[traces.visits[a.visit].thread.index()];
  const auto& right = traces.signals_and_waits[traces.visits[b.visit].thread.index()];
  if (left.size() > kMax || right.size() > kMax) return false;
  for (uint32_t s : left) {
    const SyncEvent& signal = traces.syncs[s];
    if (signal.kind != EventKind::signal || signal.time < a.time) continue;
    for (uint32_t w : right) {
      const SyncEvent& wait = traces.syncs[w];
      if (wait.kind == EventKind::wait && wait.object == signal.object && wait.time < b.time) return true;
    }
  }
  return false;
}

// A race with all that the factors ask about.
struct RatedRace {
  const Module& module;
  const ProgramIndex& index;
  const Heap& heap;
  const Multiplicity& multiplicity;
  const Roots& roots;
  const Traces& traces;
  const Race& race;
  const AccessEvent& a = traces.accesses[race.first];
  const AccessEvent& b = traces.accesses[race.second];
};

bool both_started(const RatedRace& r) {
  return in_a_started_thread(r.roots, r.traces, r.a) && in_a_started_thread(r.roots, r.traces, r.b);
}

bool one_side_locked(const RatedRace& r) {
  return (r.a.locks == 0) != (r.b.locks == 0);
}

bool is_lazy_write(const RatedRace& r) {
  return lazy_initialisation(r.module, r.heap, r.traces, r.a) ||
         lazy_initialisation(r.module, r.heap, r.traces, r.b);
}

bool is_used_by_all(ClassKind kind) {
  switch (kind) {
    case ClassKind::collection:
    case ClassKind::queue:
    case ClassKind::semaphore:
    case ClassKind::mutex_semaphore:
    case ClassKind::mutex:
    case ClassKind::monitor:
      return true;
    case ClassKind::any:
    case ClassKind::block:
    case ClassKind::process:
    case ClassKind::promise:
    case ClassKind::delay:
    case ClassKind::stream:
    case ClassKind::holder:
    case ClassKind::process_local:
    case ClassKind::immutable:
    case ClassKind::safe:
      return false;
  }
  return false;
}

// What a thread puts into the collection that is replaced is lost; two locks exclude nobody.
bool is_lazy_shared(const RatedRace& r) {
  auto makes_shared = [&](const AccessEvent& access) {
    if (!lazy_initialisation(r.module, r.heap, r.traces, access)) return false;
    const Visit& visit = r.traces.visits[access.visit];
    Value value = r.module.operands_of(body_of(r.module, r.heap, visit)[access.instruction])[0];
    if (value.kind() != Value::Kind::result) return false;
    bool found = false;
    r.heap.points_to_of(r.heap.result_node(visit.instance, value.index())).for_each([&](uint32_t object) {
      found |= is_used_by_all(r.heap.objects[ObjectId(object)].class_kind);
    });
    return found;
  };
  return makes_shared(r.a) || makes_shared(r.b);
}

bool is_lazy(const RatedRace& r) {
  return is_lazy_write(r) && !is_lazy_shared(r);
}

bool is_iteration(const RatedRace& r, const AccessEvent& access) {
  if (access.variable.valid() || access.writes) return false;
  for (const ModelUse& use : r.heap.model_uses[r.traces.visits[access.visit].instance.index()]) {
    if (use.instruction == access.instruction && use.model->reads && !use.model->runs.empty()) return true;
  }
  return false;
}

bool changed_while_iterated(const RatedRace& r) {
  return (r.a.writes && is_iteration(r, r.b)) || (r.b.writes && is_iteration(r, r.a));
}

// The value that was read gets a message: nil would not understand it.
bool sends_to_value(const RatedRace& r, const AccessEvent& access) {
  if (access.writes) return false;
  for (const Instruction& send : body_of(r.module, r.heap, r.traces.visits[access.visit])) {
    if (send.op != Op::send || send.inlined()) continue;
    std::string_view selector = r.module.text(send.selector());
    if (selector == "isNil" || selector == "notNil" || selector == "==" || selector == "~~") continue;
    if (r.module.operands_of(send)[0] == Value::result(access.instruction)) return true;
  }
  return false;
}

bool set_to_nil_while_used(const RatedRace& r) {
  auto clears = [&](const AccessEvent& access) {
    return writes_literal(r.module, r.heap, r.traces, access, LiteralKind::nil);
  };
  return (clears(r.a) && sends_to_value(r, r.b)) || (clears(r.b) && sends_to_value(r, r.a));
}

// Each call on a long path may have another receiver than the analysis knows.
bool is_far(const RatedRace& r) {
  constexpr int kLongPath = 8;
  auto far = [&](const AccessEvent& access) {
    int calls = 0;
    for (VisitId at = access.visit; at.valid(); at = r.traces.visits[at].parent) {
      FunctionId function = r.heap.instances[r.traces.visits[at].instance].function;
      calls += r.module.functions[function].kind == FunctionKind::method;
    }
    return calls > kLongPath;
  };
  return far(r.a) || far(r.b);
}

bool is_lost_update(const RatedRace& r) {
  return !is_lazy_write(r) && read_modify_write(r.module, r.heap, r.traces, r.a) &&
         read_modify_write(r.module, r.heap, r.traces, r.b);
}

bool is_flag(const RatedRace& r) {
  return writes_a_boolean(r.module, r.heap, r.traces, r.a) &&
         (!r.b.writes || writes_a_boolean(r.module, r.heap, r.traces, r.b));
}

bool by_guessed_call(const RatedRace& r) {
  return r.traces.visits[r.a.visit].fallback || r.traces.visits[r.b.visit].fallback;
}

bool of_unknown_object(const RatedRace& r) {
  return r.race.object.valid() && r.heap.objects[r.race.object].kind == ObjectKind::unknown;
}

bool of_several_objects(const RatedRace& r) {
  return r.race.object.valid() && !of_unknown_object(r) && !r.multiplicity.single(r.heap, r.race.object);
}

// `delay: aDelay [ delay := aDelay ]`, sent from outside: usually before the thread runs.
bool is_plain_setter(const RatedRace& r, const AccessEvent& access) {
  const Visit& visit = r.traces.visits[access.visit];
  const Function& function = r.module.functions[r.heap.instances[visit.instance].function];
  if (!access.writes || visit.parent.valid() || function.arguments != 1) return false;
  uint32_t writes = 0;
  for (const Instruction& instruction : r.module.body(function)) {
    writes += instruction.op == Op::write;
    bool other =
        instruction.op != Op::read && instruction.op != Op::write && instruction.op != Op::return_value;
    if (other) return false;
  }
  return writes == 1;
}

bool by_setter(const RatedRace& r) {
  return (is_plain_setter(r, r.a) && !r.b.writes) || (is_plain_setter(r, r.b) && !r.a.writes);
}

bool is_one_of_many(const RatedRace& r) {
  constexpr size_t kMany = 10;
  return r.heap.points_to_of(r.a.base).size() >= kMany || r.heap.points_to_of(r.b.base).size() >= kMany;
}

bool maybe_ordered(const RatedRace& r) {
  return !r.race.same_thread_twice &&
         (may_be_before(r.traces, r.a, r.b) || may_be_before(r.traces, r.b, r.a));
}

bool of_load_time(const RatedRace& r, const AccessEvent& access) {
  return r.roots.roots[r.traces.threads[r.traces.visits[access.visit].thread].root].kind ==
         RootKind::load_time;
}

bool once_only(const RatedRace& r) {
  if (of_load_time(r, r.a) || of_load_time(r, r.b)) return true;
  return runs_once_by_name(r.module, r.index, r.heap, r.traces, r.a) ||
         runs_once_by_name(r.module, r.index, r.heap, r.traces, r.b);
}

bool in_library_mode(const RatedRace& r) {
  auto library = [&](const AccessEvent& access) {
    return r.roots.roots[r.traces.threads[r.traces.visits[access.visit].thread].root].kind ==
           RootKind::library;
  };
  return library(r.a) || library(r.b);
}

bool in_api_mode(const RatedRace& r) {
  return r.roots.roots[r.traces.threads[r.traces.visits[r.a.visit].thread].root].kind == RootKind::api;
}

// A lock on one side says that the object is made to be shared.
bool is_object_of_api(const RatedRace& r) {
  if (!in_api_mode(r) || !r.race.object.valid() || r.a.locks != 0 || r.b.locks != 0) return false;
  return r.heap.objects[r.race.object].kind == ObjectKind::instance;
}

bool is_test_code(const RatedRace& r, const AccessEvent& access) {
  const Visit& visit = r.traces.visits[access.visit];
  if (r.roots.roots[r.traces.threads[visit.thread].root].kind == RootKind::test) return true;
  const Function& function = r.module.functions[r.heap.instances[visit.instance].function];
  if (!function.class_id.valid()) return false;
  const Class& klass = r.module.classes[function.class_id];
  std::string_view package = r.module.text(function.package.valid() ? function.package : klass.package);
  if (package.find("-Test") != std::string_view::npos || package.ends_with("Tests")) return true;
  return is_test_class(r.module, klass.is_meta ? klass.other_side : function.class_id);
}

bool in_a_test(const RatedRace& r) {
  return is_test_code(r, r.a) || is_test_code(r, r.b);
}

bool made_in_shared_code(const RatedRace& r) {
  if (!r.race.object.valid()) return false;
  const Object& object = r.heap.objects[r.race.object];
  return object.instance.valid() && r.heap.instances[object.instance].context == kSharedContext;
}

bool started_twice(const RatedRace& r) {
  return r.race.same_thread_twice && in_library_mode(r);
}

struct FactorRule {
  RaceFactor factor;
  bool (*applies)(const RatedRace&);
};

constexpr FactorRule kFactorRules[] = {
    {RaceFactor::both_started, both_started},
    {RaceFactor::one_side_locked, one_side_locked},
    {RaceFactor::lazy, is_lazy},
    {RaceFactor::lazy_shared, is_lazy_shared},
    {RaceFactor::iterated, changed_while_iterated},
    {RaceFactor::set_to_nil, set_to_nil_while_used},
    {RaceFactor::far, is_far},
    {RaceFactor::update, is_lost_update},
    {RaceFactor::flag, is_flag},
    {RaceFactor::guessed_call, by_guessed_call},
    {RaceFactor::unknown_object, of_unknown_object},
    {RaceFactor::several_objects, of_several_objects},
    {RaceFactor::setter, by_setter},
    {RaceFactor::one_of_many, is_one_of_many},
    {RaceFactor::maybe_ordered, maybe_ordered},
    {RaceFactor::once_only, once_only},
    {RaceFactor::library, in_library_mode},
    {RaceFactor::api, in_api_mode},
    {RaceFactor::api_object, is_object_of_api},
    {RaceFactor::in_test, in_a_test},
    {RaceFactor::shared_code, made_in_shared_code},
    {RaceFactor::started_twice, started_twice},
};

}  // namespace

Confidence rate(const Module& module, const ProgramIndex& index, const Heap& heap,
                const Multiplicity& multiplicity, const Roots& roots, const Traces& traces,
                const Race& race) {
  RatedRace rated{module, index, heap, multiplicity, roots, traces, race};
  Confidence confidence(index.factors[RaceFactor::start]);
  for (const FactorRule& rule : kFactorRules) {
    WeighedFactor factor = index.factors[rule.factor];
    if (factor.weight != 0 && rule.applies(rated)) confidence.apply(factor);
  }
  return confidence;
}

}  // namespace dh::whole
