// As many waits as signals:
//
//   1 to: 3 do: [ :i | [ ... done signal ] fork ].
//   3 timesRepeat: [ done wait ]
//
// The semaphore begins at zero. Once a thread has passed as many waits as there are signals in the whole
// program, all of them have been given, by all runs of the threads that give them.

#include <algorithm>
#include <optional>

#include "whole_program/order.h"

namespace dh::whole {

using namespace smallir;

namespace {

// How often something happens: a number times the values of variables that never change.
struct Count {
  uint64_t number = 1;
  std::vector<uint64_t> variables;  // sorted; with the activation they belong to
  friend bool operator==(const Count&, const Count&) = default;
};

constexpr uint64_t kMaxCount = 1'000'000;

class Counter {
 public:
  Counter(const Module& module, const Heap& heap, const Traces& traces)
      : module_(module), heap_(heap), traces_(traces) {}

  // How often a visit happens in one run of its thread, at most; nothing: nobody knows.
  std::optional<Count> runs_of(VisitId visit) const;
  // All runs of a thread.
  std::optional<Count> runs_of(const Thread& thread) const;

 private:
  bool multiply(Count& count, VisitId parent, uint32_t call) const;
  bool multiply_by_value(Count& count, InstanceId instance, Value value) const;
  std::optional<uint64_t> integer(Value value) const;

  const Module& module_;
  const Heap& heap_;
  const Traces& traces_;
};

std::optional<uint64_t> Counter::integer(Value value) const {
  if (value.kind() != Value::Kind::literal) return std::nullopt;
  const Literal& literal = module_.literals[value.literal()];
  if (literal.kind != LiteralKind::integer) return std::nullopt;
  uint64_t number = 0;
  for (char digit : module_.text(literal.text)) {
    if (digit < '0' || digit > '9' || number > kMaxCount) return std::nullopt;
    number = number * 10 + static_cast<uint64_t>(digit - '0');
  }
  return number;
}

bool Counter::multiply_by_value(Count& count, InstanceId instance, Value value) const {
  if (std::optional<uint64_t> number = integer(value)) {
    count.number *= *number;
    return count.number <= kMaxCount;
  }
  if (value.kind() != Value::Kind::result) return false;
  const Instruction& read =
      module_.body(module_.functions[heap_.instances[instance].function])[value.index()];
  if (read.op != Op::read) return false;
  const Variable& variable = module_.variables[read.variable()];
  if (variable.kind != VariableKind::argument || variable.assigned) return false;
  InstanceId owner = owner_of(module_, heap_, instance, read.variable());
  if (!owner.valid()) return false;
  count.variables.push_back(uint64_t{owner.value} << 32 | read.variable().value);
  return true;
}

// By the turns of the loop that runs a block.
bool Counter::multiply(Count& count, VisitId parent, uint32_t call) const {
  InstanceId instance = traces_.visits[parent].instance;
  std::span<const Instruction> body = module_.body(module_.functions[heap_.instances[instance].function]);
  const Instruction& loop = body[call];
  if (loop.op != Op::send) return false;
  std::string_view selector = module_.text(loop.selector());
  std::span<const Value> operands = module_.operands_of(loop);
  if (selector == "timesRepeat:") return multiply_by_value(count, instance, operands[0]);
  if (selector == "to:do:") {
    return integer(operands[0]) == uint64_t{1} && multiply_by_value(count, instance, operands[1]);
  }
  if (selector != "do:" && selector != "collect:") return false;
  if (operands[0].kind() == Value::Kind::literal) {
    const Literal& literal = module_.literals[operands[0].literal()];
    if (literal.kind != LiteralKind::array) return false;
    count.number *= literal.elements.count;
    return count.number <= kMaxCount;
  }
  if (operands[0].kind() != Value::Kind::result) return false;
  const Instruction& interval = body[operands[0].index()];
  if (interval.op != Op::send || module_.text(interval.selector()) != "to:") return false;
  std::span<const Value> bounds = module_.operands_of(interval);
  return integer(bounds[0]) == uint64_t{1} && multiply_by_value(count, instance, bounds[1]);
}

std::optional<Count> Counter::runs_of(VisitId visit) const {
  Count count;
  for (VisitId at = visit; at.valid(); at = traces_.visits[at].parent) {
    const Visit& inner = traces_.visits[at];
    if (inner.called_again) return std::nullopt;
    if (inner.often && !(inner.parent.valid() && multiply(count, inner.parent, inner.call)))
      return std::nullopt;
  }
  std::sort(count.variables.begin(), count.variables.end());
  return count;
}

std::optional<Count> Counter::runs_of(const Thread& thread) const {
  if (!thread.body.valid()) return thread.multiple ? std::nullopt : std::optional(Count());
  if (thread.starts.size() != 1 || thread.made.valid()) return std::nullopt;
  const SyncEvent& start = traces_.syncs[thread.starts[0]];
  const Thread& creator = traces_.threads[start.thread];
  std::optional<Count> runs = creator.body == thread.body ? std::nullopt : runs_of(start.visit);
  if (!creator.body.valid()) return creator.multiple ? std::nullopt : runs;
  std::optional<Count> outer = creator.multiple ? std::nullopt : std::optional(Count());
  return outer ? runs : std::nullopt;
}

Count times(Count a, const Count& b) {
  a.number *= b.number;
  a.variables.insert(a.variables.end(), b.variables.begin(), b.variables.end());
  std::sort(a.variables.begin(), a.variables.end());
  return a;
}

// The sum of several counts: of numbers, or of one of them.
bool add(std::optional<Count>& sum, const Count& more) {
  if (!sum) {
    sum = more;
    return true;
  }
  if (!sum->variables.empty() || !more.variables.empty()) return false;
  sum->number += more.number;
  return true;
}

}  // namespace

void Order::add_counted_signals(const Module& module) {
  constexpr size_t kMaxEach = 64;  // signals, waits: nobody counts more
  struct Signal {
    const SyncEvent* event = nullptr;
    Count count;
  };
  struct Use {
    std::vector<const SyncEvent*> signals, waits;
    bool known = true;
  };
  FlatMap<uint32_t, Use> uses;  // by semaphore or queue
  for (const SyncEvent& event : traces_.syncs) {
    if (event.kind != EventKind::signal && event.kind != EventKind::wait) continue;
    Use& use = uses[event.object.value];
    if (event.kind == EventKind::signal) use.known &= !event.many;
    if (event.kind == EventKind::signal) use.signals.push_back(&event);
    if (event.kind == EventKind::wait && event.certain) use.waits.push_back(&event);
    use.known &= use.signals.size() <= kMaxEach && use.waits.size() <= kMaxEach;
  }
  Counter counter(module, heap_, traces_);
  // Where the signaller is started after the waits, it has not signalled yet.
  auto starts_later = [&](const SyncEvent& signal, const SyncEvent& wait, uint32_t time) {
    const std::vector<uint32_t>& starts = traces_.threads[signal.thread].starts;
    return starts.size() == 1 && traces_.syncs[starts[0]].thread == wait.thread &&
           traces_.syncs[starts[0]].time > time;
  };
  auto join_after = [&](const std::vector<Signal>& signals, const std::vector<const SyncEvent*>& waits) {
    uint64_t passed = 0;
    for (size_t i = 0; i < waits.size(); ++i) {
      const SyncEvent& wait = *waits[i];
      if (i == 0 || waits[i - 1]->thread != wait.thread) passed = 0;
      std::optional<Count> count = counter.runs_of(wait.visit);
      if (!count || traces_.threads[wait.thread].multiple) continue;
      // After its loops, whose turns are counted.
      SyncEvent after = wait;
      after.scope = wait.visit;
      bool certain = true;
      for (; traces_.visits[after.scope].parent.valid(); after.scope = traces_.visits[after.scope].parent) {
        const Visit& visit = traces_.visits[after.scope];
        certain = certain && (visit.certain || visit.often);
        if (visit.often) after.time = visit.end;
      }
      if (!certain) continue;
      if (count->variables.empty()) passed += count->number;
      std::optional<Count> given;
      bool summed = true;
      for (const Signal& signal : signals) {
        if (!starts_later(*signal.event, wait, after.time)) summed = summed && add(given, signal.count);
      }
      if (!summed || !given) continue;
      if (given->variables.empty() ? passed < given->number : !(*count == *given)) continue;
      for (const Signal& signal : signals) {
        const SyncEvent& event = *signal.event;
        if (event.thread == wait.thread || starts_later(event, wait, after.time)) continue;
        Edge edge{wait.thread, event.time, after.time, scope_end(after), {}};
        edge.of_all_runs = true;
        edges_[event.thread.index()].push_back(edge);
      }
    }
  };
  for (auto& entry : uses) {
    Use& use = entry.second;
    bool in_loops =
        std::any_of(use.waits.begin(), use.waits.end(), [&](const SyncEvent* wait) { return !once(*wait); });
    if (!use.known || !in_loops || !multiplicity_.single(heap_, ObjectId(entry.first))) continue;
    std::vector<Signal> signals;
    for (const SyncEvent* event : use.signals) {
      std::optional<Count> runs = counter.runs_of(traces_.threads[event->thread]);
      std::optional<Count> each = runs ? counter.runs_of(event->visit) : std::nullopt;
      if (each) signals.push_back({event, times(*runs, *each)});
    }
    if (signals.size() == use.signals.size()) join_after(signals, use.waits);
  }
}

}  // namespace dh::whole
