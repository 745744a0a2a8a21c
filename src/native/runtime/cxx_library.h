// Where the code of libstdc++ is.
#pragma once

#include "native/runtime/openmp.h"

namespace dh::native {

extern CodeRange cxx_library_code;
inline bool is_cxx_library_code(uintptr_t pc) {
  return pc < cxx_library_code.end.load(std::memory_order_relaxed) &&
         pc >= cxx_library_code.begin.load(std::memory_order_relaxed);
}
void find_cxx_library();
// locks.cpp: before an exception leaves code that runs once.
void leave_once(uintptr_t pc);

}  // namespace dh::native
