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

// A write in a block that is only run when the variable was nil.
bool lazy_initialisation(const Module& module, const Heap& heap, const Traces& traces,
                         const AccessEvent& access) {
  if (!access.writes || !access.variable.valid()) return false;
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
  if (!access.writes || !access.variable.valid()) return false;
  const Instruction& write = body_of(module, heap, traces.visits[access.visit])[access.instruction];
  Value value = module.operands_of(write)[0];
  if (value.kind() != Value::Kind::literal) return false;
  LiteralKind kind = module.literals[value.literal()].kind;
  return kind == LiteralKind::true_value || kind == LiteralKind::false_value;
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

bool is_lazy(const RatedRace& r) {
  return lazy_initialisation(r.module, r.heap, r.traces, r.a) ||
         lazy_initialisation(r.module, r.heap, r.traces, r.b);
}

bool is_lost_update(const RatedRace& r) {
  return !is_lazy(r) && read_modify_write(r.module, r.heap, r.traces, r.a) &&
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

bool maybe_ordered(const RatedRace& r) {
  return !r.race.same_thread_twice &&
         (may_be_before(r.traces, r.a, r.b) || may_be_before(r.traces, r.b, r.a));
}

bool once_only(const RatedRace& r) {
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
    {RaceFactor::update, is_lost_update},
    {RaceFactor::flag, is_flag},
    {RaceFactor::guessed_call, by_guessed_call},
    {RaceFactor::unknown_object, of_unknown_object},
    {RaceFactor::several_objects, of_several_objects},
    {RaceFactor::maybe_ordered, maybe_ordered},
    {RaceFactor::once_only, once_only},
    {RaceFactor::library, in_library_mode},
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
