// What goes through a pipe or socket orders its two ends.
#pragma once

#include <cstdint>

namespace dh::native {

void publish_file(int file, uintptr_t pc);
void observe_file(int file, uintptr_t pc);

}  // namespace dh::native
