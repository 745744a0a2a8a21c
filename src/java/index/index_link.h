// Numbers what the files declare and resolves supertypes and field types. Private to index_*.cpp.
#pragma once

#include "java/index/index_data.h"

namespace dh::java {

// Recomputes everything in data except files, found and names.
void link_index(const Index& index, Index::Data& data, const Parallelism& parallel);

}  // namespace dh::java
