// Which executables and libraries of the process were compiled for deadheat. What the others do with their
// locks may be ordered by operations that nobody sees.
#pragma once

#include <cstdint>

namespace dh::native {

void note_instrumented_module(uintptr_t pc);
bool is_instrumented(uintptr_t pc);

}  // namespace dh::native
