#include "java/rules/field_accesses.h"

#include <algorithm>

namespace dh::java {

namespace {

bool has_plain_reference(const FieldInfo& field) {
  return !field.has(kFinal) && !field.has(kVolatile);
}

}  // namespace

bool can_conflict(const FieldInfo& field, const FieldAccessUse& use) {
  bool reference = has_plain_reference(field) && (use.reference_read || use.reference_write);
  return reference || use.content_read || use.content_write;
}

bool conflict(const Unit& unit, const FieldInfo& field, const FieldUse& one, const FieldUse& other) {
  const FieldAccessUse& a = one.use;
  const FieldAccessUse& b = other.use;
  bool references = has_plain_reference(field);
  if (references && a.reference_write && (b.reference_read || b.reference_write)) return true;
  if (references && b.reference_write && a.reference_read) return true;
  bool inside =
      (a.content_write && (b.content_read || b.content_write)) || (b.content_write && a.content_read);
  return inside && unit.contents_meet(one.inside, other.inside);
}

std::pair<FileId, Span> place_order(const Judged& judged, const CountedUse& use) {
  return {judged.unit.bodies[use.use->body].file, use.use->span};
}

void merge_repeats(const Judged& judged, std::vector<CountedUse>& uses) {
  std::stable_sort(uses.begin(), uses.end(), [&](const CountedUse& a, const CountedUse& b) {
    return place_order(judged, a) < place_order(judged, b);
  });
  std::vector<CountedUse> kept;
  for (CountedUse& use : uses) {
    if (kept.empty() || place_order(judged, kept.back()) != place_order(judged, use)) {
      kept.push_back(std::move(use));
      continue;
    }
    CountedUse& one = kept.back();
    if (use.guards.size() < one.guards.size() ||
        (use.guards.size() == one.guards.size() && use.confidence.value() > one.confidence.value())) {
      one = std::move(use);
    }
  }
  uses = std::move(kept);
}

}  // namespace dh::java
