#include "whole_program/confidence.h"

#include <algorithm>
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

}  // namespace

void rate(const Module& module, const ProgramIndex& index, const Heap& heap, const Multiplicity& multiplicity,
          const Roots& roots, const Traces& traces, const Race& race, Finding& finding) {
  const AccessEvent& a = traces.accesses[race.first];
  const AccessEvent& b = traces.accesses[race.second];
  auto reason = [&](Weight weight) {
    int points = index.weights[static_cast<size_t>(weight)];
    if (points != 0) finding.reasons.push_back({points, weight_reason(weight)});
  };
  reason(Weight::start);
  if (in_a_started_thread(roots, traces, a) && in_a_started_thread(roots, traces, b)) {
    reason(Weight::both_started);
  }
  if ((a.locks == 0) != (b.locks == 0)) reason(Weight::one_side_locked);
  if (lazy_initialisation(module, heap, traces, a) || lazy_initialisation(module, heap, traces, b)) {
    reason(Weight::lazy);
  } else if (read_modify_write(module, heap, traces, a) && read_modify_write(module, heap, traces, b)) {
    reason(Weight::update);
  }
  bool flag =
      writes_a_boolean(module, heap, traces, a) && (!b.writes || writes_a_boolean(module, heap, traces, b));
  if (flag) reason(Weight::flag);
  if (traces.visits[a.visit].fallback || traces.visits[b.visit].fallback) reason(Weight::guessed_call);
  if (race.object.valid() && heap.objects[race.object].kind == ObjectKind::unknown) {
    reason(Weight::unknown_object);
  } else if (race.object.valid() && !multiplicity.single(heap, race.object)) {
    reason(Weight::several_objects);
  }
  if (!race.same_thread_twice && (may_be_before(traces, a, b) || may_be_before(traces, b, a))) {
    reason(Weight::maybe_ordered);
  }
  if (runs_once_by_name(module, index, heap, traces, a) ||
      runs_once_by_name(module, index, heap, traces, b)) {
    reason(Weight::once_only);
  }
  auto library = [&](const AccessEvent& access) {
    return roots.roots[traces.threads[traces.visits[access.visit].thread].root].kind == RootKind::library;
  };
  if (library(a) || library(b)) {
    reason(Weight::library);
    if (race.same_thread_twice) reason(Weight::started_twice);
  }
  int sum = 0;
  for (const Reason& part : finding.reasons) sum += part.delta;
  finding.confidence = std::clamp(sum, 0, 100);
}

}  // namespace dh::whole
