#include "java/rules/publication.h"

#include <algorithm>

#include "java/syntax/tree_walk.h"

namespace dh::java {

namespace {

// The volatile fields that the body of an access writes after it, or reads before it.
std::vector<FieldId> volatile_fields(const Judged& judged, const FieldUse& use, bool written_after) {
  std::vector<FieldId> fields;
  for (AccessId id : judged.ordering.volatile_accesses) {
    const FieldUse& one = judged.unit.accesses[id];
    if (one.body != use.body || one.field == use.field) continue;
    bool fits = written_after ? one.use.reference_write && one.span.begin > use.span.begin
                              : one.use.reference_read && one.span.begin < use.span.begin;
    if (fits) fields.push_back(one.field);
  }
  std::sort(fields.begin(), fields.end());
  return fields;
}

bool is_published(const Judged& judged, const FieldUse& writer, const FieldUse& reader) {
  if (!writer.use.modifies()) return false;
  std::vector<FieldId> set = volatile_fields(judged, writer, true);
  if (set.empty()) return false;
  std::vector<FieldId> tested = volatile_fields(judged, reader, false);
  return std::any_of(set.begin(), set.end(),
                     [&](FieldId field) { return std::binary_search(tested.begin(), tested.end(), field); });
}

void find_thread_starts(const Index& index, MethodId method, OrderingEvents& events) {
  walk(index.method(method).decl, [&](const Node* node) {
    const auto* call = as<Call>(node);
    if (call == nullptr || call->target == nullptr || !call->args.empty()) return true;
    if (index.text(call->name.name) != "start") return true;
    uint32_t& last = events.last_thread_start[method];
    last = std::max(last, call->name.span.begin);
    return true;
  });
}

}  // namespace

OrderingEvents ordering_events(const Judged& judged) {
  OrderingEvents events;
  for (const Body& body : judged.unit.bodies) {
    if (body.method.valid()) find_thread_starts(judged.index(), body.method, events);
  }
  for (uint32_t i = 0; i < judged.unit.accesses.size(); ++i) {
    const AccessId id(i);
    if (judged.index().field(judged.unit.accesses[id].field).has(kVolatile))
      events.volatile_accesses.push_back(id);
  }
  return events;
}

bool is_ordered_by_volatile(const Judged& judged, const FieldUse& a, const FieldUse& b) {
  return is_published(judged, a, b) || is_published(judged, b, a);
}

bool is_before_thread_start(const Judged& judged, const FieldUse& use) {
  const Body& body = judged.unit.bodies[use.body];
  if (!body.method.valid() || !use.use.modifies()) return false;
  auto it = judged.ordering.last_thread_start.find(body.method);
  return it != judged.ordering.last_thread_start.end() && it->second >= use.span.begin;
}

}  // namespace dh::java
