// Objects that other threads get from queues only: the accesses of the producer before the put happen before
// all accesses of the consumer.
#include <algorithm>

#include "whole_program/solver_state.h"

namespace dh::whole {

using namespace smallir;

namespace {

constexpr size_t kMaxNodes = 2000;  // that an object is followed through: further ones may be anywhere

}  // namespace

// A message to the object: it becomes self in the callees, and may be the answer.
void Solver::follow_listener(const Listener& listener, ObjectId object, std::vector<uint32_t>& to) const {
  bool is_message = listener.reaction == Reaction::send || listener.reaction == Reaction::perform ||
                    listener.reaction == Reaction::run_symbol || listener.reaction == Reaction::run_kept;
  if (!is_message) return;
  auto push = [&](NodeId node) {
    uint32_t n = heap_.representative[node.index()];
    if (heap_.points_to[n].contains(object.value)) to.push_back(n);
  };
  push(heap_.result_node(listener.instance, listener.instruction));
  const std::vector<CallEdge>& calls = heap_.calls[listener.instance.index()];
  auto it = std::lower_bound(calls.begin(), calls.end(), listener.instruction,
                             [](const CallEdge& edge, uint32_t at) { return edge.instruction < at; });
  for (; it != calls.end() && it->instruction == listener.instruction; ++it) {
    if (it->kind == CallKind::method) push(self_node(module_, heap_, it->callee));
  }
}

// Follows the object from some nodes up to others, and says whether only code of the context (if it is
// invalid: of one context, which it becomes) uses it there.
bool Solver::only_used_in(ContextId& context, ObjectId object, std::vector<uint32_t> from,
                          const FlatSet<uint32_t>& stop_at, std::vector<uint32_t>& stopped) const {
  FlatSet<uint32_t> seen(from.begin(), from.end());
  std::vector<uint32_t> next;
  while (!from.empty()) {
    uint32_t node = from.back();
    from.pop_back();
    if (stop_at.contains(node)) {
      stopped.push_back(node);
      continue;
    }
    next.clear();
    for (uint32_t copy : nodes_[node].copies) next.push_back(heap_.representative[copy]);
    for (uint32_t index : nodes_[node].listeners) {
      const Listener& listener = listeners_[index];
      if (!listener.instance.valid()) continue;
      if (!context.valid()) context = heap_.instances[listener.instance].context;
      if (heap_.instances[listener.instance].context != context) return false;
      follow_listener(listener, object, next);
    }
    for (uint32_t n : next) {
      if (seen.insert(n).second) from.push_back(n);
    }
    if (seen.size() > kMaxNodes) return false;
  }
  return true;
}

// From queue to queue, until somebody keeps it. Empty: it comes back, or two take it from one queue.
std::vector<ContextId> Solver::stages_of(ObjectId object, ContextId maker, std::vector<uint32_t> put,
                                         const FlatSet<uint32_t>& queues) const {
  constexpr size_t kMaxStages = 16;
  std::vector<ContextId> stages{maker};
  while (!put.empty()) {
    std::vector<uint32_t> next;
    ContextId taker;
    for (uint32_t queue : put) {
      for (uint32_t copy : nodes_[queue].copies) {
        if (!only_used_in(taker, object, {heap_.representative[copy]}, queues, next)) return {};
      }
    }
    bool known = std::find(stages.begin(), stages.end(), taker) != stages.end();
    if (!taker.valid() || known || stages.size() == kMaxStages) return {};
    stages.push_back(taker);
    put = std::move(next);
  }
  return stages;
}

void Solver::find_handed_over() {
  FlatSet<uint32_t> queues;  // nodes
  std::vector<uint32_t> candidates;
  for (const auto& entry : heap_.fields) {
    ObjectId owner(static_cast<uint32_t>(entry.first >> 32));
    if (static_cast<uint32_t>(entry.first) != Heap::kContents) continue;
    if (heap_.objects[owner].class_kind != ClassKind::queue) continue;
    uint32_t node = heap_.representative[entry.second.index()];
    if (queues.insert(node).second) {
      heap_.points_to[node].for_each([&](uint32_t object) { candidates.push_back(object); });
    }
  }
  std::sort(candidates.begin(), candidates.end());
  candidates.erase(std::unique(candidates.begin(), candidates.end()), candidates.end());
  for (uint32_t candidate : candidates) {
    ObjectId id(candidate);
    const Object& object = heap_.objects[id];
    if (object.kind != ObjectKind::instance || !object.instance.valid()) continue;
    std::vector<uint32_t> from;
    NodeId made = heap_.result_node(object.instance, object.instruction);
    from.push_back(heap_.representative[made.index()]);
    auto constant = constants_.find(candidate);
    if (constant != constants_.end()) from.push_back(heap_.representative[constant->second.index()]);
    std::vector<uint32_t> put;
    ContextId maker = heap_.instances[object.instance].context;
    if (!only_used_in(maker, id, from, queues, put) || put.empty()) continue;
    bool kept = true;
    for (uint32_t queue : put) {
      for (uint32_t copy : nodes_[queue].copies) {
        std::vector<uint32_t> put_again;
        ContextId taker;
        kept = kept && only_used_in(taker, id, {heap_.representative[copy]}, queues, put_again);
        kept = kept && put_again.empty();
      }
    }
    Handover handover{kept, {}};
    if (!kept) handover.stages = stages_of(id, maker, std::move(put), queues);
    heap_.handed_over.emplace(candidate, std::move(handover));
  }
}

}  // namespace dh::whole
