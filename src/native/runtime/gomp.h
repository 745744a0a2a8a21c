// What the files about GNU's OpenMP library, libgomp, share (gomp.cpp, gomp_tasks.cpp).
#pragma once

#include "native/runtime/openmp.h"
#include "native/runtime/real.h"

namespace dh::native {

using GompCode = void (*)(void*);
using GompCopy = void (*)(void*, void*);

// Before the first construct that is handled here.
void know_gomp();

}  // namespace dh::native
