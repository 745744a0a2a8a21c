#include "java/rules/publication.h"

#include <algorithm>

#include "java/syntax/tree_walk.h"

namespace dh::java {

namespace {

// The volatile fields that the body of an access writes after it, or reads before it.
std::vector<FieldId> volatile_fields(const Judged& judged, const FieldUse& use, bool written_after) {
  std::vector<FieldId> fields;
  for (const FieldUse& one : judged.unit.accesses) {
    if (one.body != use.body || one.field == use.field) continue;
    if (!judged.index().field(one.field).has(kVolatile)) continue;
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

}  // namespace

bool is_ordered_by_volatile(const Judged& judged, const FieldUse& a, const FieldUse& b) {
  return is_published(judged, a, b) || is_published(judged, b, a);
}

bool is_before_thread_start(const Judged& judged, const FieldUse& use) {
  const Body& body = judged.unit.bodies[use.body];
  if (!body.method.valid() || !use.use.modifies()) return false;
  const Index& index = judged.index();
  bool found = false;
  walk(index.method(body.method).decl, [&](const Node* node) {
    const auto* call = as<Call>(node);
    if (call == nullptr || call->target == nullptr || call->name.span.begin < use.span.begin) return !found;
    std::string_view name = index.text(call->name.name);
    found = found || (name == "start" && call->args.empty());
    return !found;
  });
  return found;
}

}  // namespace dh::java
