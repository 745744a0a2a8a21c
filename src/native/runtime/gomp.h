// What the files about GNU's OpenMP library, libgomp, share (gomp.cpp, gomp_tasks.cpp).
#pragma once

#include "native/runtime/openmp.h"
#include "native/runtime/real.h"

namespace dh::native {

using GompCode = void (*)(void*);
using GompCopy = void (*)(void*, void*);

// What libgomp allocates and frees for itself is ordered by what it does inside.
inline void know_gomp() {
  if (openmp_code.end.load(std::memory_order_relaxed) != 0) return;
  note_openmp_code(find_real("GOMP_parallel", nullptr));
}

}  // namespace dh::native
