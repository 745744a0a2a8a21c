// The accesses to one field that count, each place once, with what it holds.
#pragma once

#include <utility>
#include <vector>

#include "java/rules/guard_sets.h"

namespace dh::java {

struct CountedUse {
  const CountedAccess* counted = nullptr;
  const FieldUse* use = nullptr;
  GuardSet guards;
  Confidence confidence;
};

// Whether an access can conflict with another one at all: final and volatile excuse the reference.
bool can_conflict(const FieldInfo& field, const FieldAccessUse& use);

// Whether two accesses to a field conflict if nothing keeps them apart; `a_inside` and `b_inside`: content.
bool conflict(const Unit& unit, const FieldInfo& field, const FieldUse& a, const FieldUse& b);

std::pair<FileId, Span> place_order(const Judged& judged, const CountedUse& use);

// Sorts by place. The same access in several contexts counts once, with the fewest locks that it holds in
// any of them: a finally block is lowered once for each way out of its try.
void merge_repeats(const Judged& judged, std::vector<CountedUse>& uses);

}  // namespace dh::java
