#include "whole_program/publication.h"

#include <algorithm>

namespace dh::whole {

using namespace smallir;

namespace {

constexpr size_t kMaxStored = 1000;  // that is searched

}  // namespace

// What a write or a message to a collection may keep.
void Publication::add_operands(const AccessEvent& access) {
  InstanceId instance = traces_.visits[access.visit].instance;
  const Instruction& instruction =
      module_.body(module_.functions[heap_.instances[instance].function])[access.instruction];
  std::span<const Value> operands = module_.operands_of(instruction);
  std::span<const Value> values = instruction.op == Op::write ? operands.first(1) : operands.subspan(1);
  for (Value value : values) {
    NodeId node;
    if (value.kind() == Value::Kind::self) node = self_node(module_, heap_, instance);
    if (value.kind() == Value::Kind::result) node = heap_.result_node(instance, value.index());
    if (!node.valid() || heap_.points_to_of(node).empty()) continue;
    stored_[traces_.visits[access.visit].thread.index()].push_back(
        {access.time, node, begin_of_owner(access)});
  }
}

void Publication::collect() {
  stored_.resize(traces_.threads.size());
  for (const AccessEvent& access : traces_.accesses) {
    if (access.writes) add_operands(access);
  }
  for (const SyncEvent& event : traces_.syncs) {
    if (event.kind == EventKind::start) stored_[event.thread.index()].push_back({event.time, {}, 0});
    if (event.given.valid()) stored_[event.thread.index()].push_back({event.time, event.given, 0});
  }
  for (auto& events : stored_) {
    std::sort(events.begin(), events.end(), [](const Stored& a, const Stored& b) {
      return std::pair(a.time, a.value.value) < std::pair(b.time, b.value.value);
    });
  }
}

// When the activation began whose variable is written; 0: it is not a variable of the same thread.
uint32_t Publication::begin_of_owner(const AccessEvent& access) const {
  if (!access.place.valid()) return 0;
  InstanceId owner = owner_of(module_, heap_, traces_.visits[access.visit].instance, access.variable);
  if (!owner.valid()) return 0;
  VisitId at = access.visit;
  while (at.valid() && traces_.visits[at].instance != owner) at = traces_.visits[at].parent;
  return at.valid() ? traces_.visits[at].begin : 0;
}

bool Publication::publishes_block(const Stored& stored) const {
  if (!stored.value.valid()) return true;
  bool block = false;
  heap_.points_to_of(stored.value).for_each([&](uint32_t id) {
    block |= heap_.objects[ObjectId(id)].kind == ObjectKind::closure;
  });
  return block;
}

std::span<const Publication::Stored> Publication::between(ThreadId thread, uint32_t first,
                                                          uint32_t last) const {
  const std::vector<Stored>& events = stored_[thread.index()];
  auto by_time = [](const Stored& stored, uint64_t time) { return stored.time < time; };
  auto begin = std::lower_bound(events.begin(), events.end(), uint64_t{first}, by_time);
  auto end = std::lower_bound(begin, events.end(), uint64_t{last} + 1, by_time);
  return {begin, end};
}

bool Publication::publishes(const Stored& stored, ObjectId object, ThreadId thread) const {
  // A block can have the object in its variables.
  if (publishes_block(stored)) return true;
  if (!heap_.points_to_of(stored.value).contains(object.value)) return false;
  if (stored.since == 0) return true;
  std::span<const Stored> earlier = between(thread, stored.since, stored.time);
  return earlier.size() > kMaxStored ||
         std::any_of(earlier.begin(), earlier.end(), [&](const Stored& s) { return publishes_block(s); });
}

bool Publication::before_it(const AccessEvent& access, ObjectId id) {
  if (!id.valid()) return false;
  const Object& object = heap_.objects[id];
  if (object.kind != ObjectKind::instance || !object.instance.valid()) return false;
  ThreadId thread = traces_.visits[access.visit].thread;
  auto made = traces_.first_visits.find(uint64_t{thread.value} << 32 | object.instance.value);
  if (made == traces_.first_visits.end()) return false;
  VisitId around = common_visit(traces_, access.visit, made->second);
  if (!around.valid()) return false;
  for (VisitId at = made->second; at != around; at = traces_.visits[at].parent) {
    if (traces_.visits[at].often || traces_.visits[at].called_again) return false;
  }
  uint32_t begin = time_of_making(traces_, made->second, object.instruction);
  if (access.time < begin) return false;
  if (stored_.empty()) collect();
  std::span<const Stored> stored = between(thread, begin, latest_within(traces_, access, around));
  return stored.size() <= kMaxStored && std::none_of(stored.begin(), stored.end(), [&](const Stored& s) {
           return publishes(s, id, thread);
         });
}

}  // namespace dh::whole
