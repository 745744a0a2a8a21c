// Accesses that something but a lock orders: what one thread writes before it sets a volatile flag or starts
// the other thread, the other thread sees.
#pragma once

#include "java/rules/judged.h"

namespace dh::java {

OrderingEvents ordering_events(const Judged& judged);

// One access writes a volatile field after it, the other reads that field before.
bool is_ordered_by_volatile(const Judged& judged, const FieldUse& a, const FieldUse& b);

// After the access, its method starts a thread or passes a task to an executor.
bool is_before_thread_start(const Judged& judged, const FieldUse& use);

}  // namespace dh::java
