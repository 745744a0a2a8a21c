// What comments say about threads and locks.
#pragma once

#include <cstdint>

#include "java/index/index.h"

namespace dh::java {

enum class DocumentedSafety : uint8_t { none, thread_safe, not_thread_safe };

// What the Javadoc of a class says about threads.
DocumentedSafety documented_safety(const Index& index, TypeId type);

// The comment before a method, or its name, says that its callers hold a lock, or that it runs alone.
bool has_documented_precondition(const Index& index, MethodId method);

}  // namespace dh::java
