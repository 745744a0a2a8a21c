// What goes through a pipe, socket, queue or signal orders its two ends.
#pragma once

#include <cstdint>

namespace dh::native {

void publish_file(int file, uintptr_t pc);
void observe_file(int file, uintptr_t pc);
// What is published on this descriptor is before what is read from it.
void note_own_channel(int file);
// Signals are read from it: what is published on the object, the same for all, is before.
void note_signal_file(int file, uintptr_t object);

// kernel.cpp
void publish_signal(int signal, uintptr_t pc);
void observe_signal(int signal, uintptr_t pc);

}  // namespace dh::native
