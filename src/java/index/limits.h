// Limits of the index, so that the cost of a class is bounded whatever it extends.
#pragma once

#include <cstddef>

namespace dh::java {

// Every member of every supertype is looked at for each class: a chain of a thousand classes would take
// minutes.
constexpr size_t kMaxSupertypes = 100;

}  // namespace dh::java
