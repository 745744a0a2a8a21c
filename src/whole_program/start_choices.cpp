#include "whole_program/start_choices.h"

#include <algorithm>
#include <string_view>
#include <vector>

namespace dh::whole {

using namespace smallir;

namespace {

// Each runs one of its two blocks.
constexpr std::string_view kChoices[] = {"ifTrue:ifFalse:", "ifFalse:ifTrue:",     "ifNil:ifNotNil:",
                                         "ifNotNil:ifNil:", "ifEmpty:ifNotEmpty:", "ifNotEmpty:ifEmpty:"};

// An instruction of a visit on the way from the activation to the start of a thread.
struct Step {
  VisitId visit;
  uint32_t instruction = 0;
};

// Outermost first; empty if a loop or several calls lead to the start, or if the activation is not around it.
std::vector<Step> way_to_start(const AccessContext& context, ThreadId thread, InstanceId activation) {
  const std::vector<uint32_t>& starts = context.traces.threads[thread].starts;
  if (starts.size() != 1) return {};
  const SyncEvent& start = context.traces.syncs[starts[0]];
  std::vector<Step> way;
  uint32_t instruction = start.instruction;
  for (VisitId at = start.visit; at.valid(); at = context.traces.visits[at].parent) {
    const Visit& visit = context.traces.visits[at];
    way.push_back({at, instruction});
    if (visit.instance == activation) {
      std::reverse(way.begin(), way.end());
      return way;
    }
    if (visit.often || visit.called_again) return {};
    instruction = visit.call;
  }
  return {};
}

// After the step its block leaves the method of the activation.
bool returns_after(const AccessContext& context, const Step& step, InstanceId activation) {
  const Heap& heap = context.heap;
  InstanceId instance = context.traces.visits[step.visit].instance;
  if (heap.instances[instance].home != heap.instances[activation].home) return false;
  std::span<const Instruction> body = context.body(step.visit);
  return std::any_of(body.begin() + step.instruction, body.end(),
                     [](const Instruction& instruction) { return instruction.op == Op::return_home; });
}

}  // namespace

bool are_alternatives(const AccessContext& context, ThreadId a, ThreadId b, InstanceId activation) {
  if (!activation.valid()) return false;
  std::vector<Step> first = way_to_start(context, a, activation);
  std::vector<Step> second = way_to_start(context, b, activation);
  if (first.empty() || second.empty() || first[0].visit != second[0].visit) return false;
  size_t common = 0;
  while (common + 1 < std::min(first.size(), second.size()) &&
         first[common + 1].visit == second[common + 1].visit) {
    ++common;
  }
  const Step& left = first[common];
  const Step& right = second[common];
  if (left.instruction == right.instruction) {
    bool apart = common + 1 < first.size() && common + 1 < second.size();
    const Instruction& send = context.body(left.visit)[left.instruction];
    if (!apart || send.op != Op::send) return false;
    std::string_view selector = context.module.text(send.selector());
    return std::find(std::begin(kChoices), std::end(kChoices), selector) != std::end(kChoices);
  }
  const std::vector<Step>& earlier = left.instruction < right.instruction ? first : second;
  return std::any_of(earlier.begin() + static_cast<std::ptrdiff_t>(common) + 1, earlier.end(),
                     [&](const Step& step) { return returns_after(context, step, activation); });
}

}  // namespace dh::whole
