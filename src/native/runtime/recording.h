// Events for other tools than the built-in detector, written to a file in the order in which they happen
// (native/recording_format.h). While they are, the detector itself is idle: clocks hold no times but the
// numbers of channels, and an edge of the happens-before order is a publish and an observe of one channel.
#pragma once

#include "native/recording_format.h"
#include "native/runtime/access.h"

namespace dh::native {

extern bool is_recording;   // set before the program's first thread
void start_recording();     // if the environment asks for it
void finish_recording();    // nothing is written after it
void record_in_new_file();  // in the child of a fork

void record(const Thread& thread, RawKind kind, uint64_t value, uint32_t place);
void record_bytes(const Thread& thread, RawKind kind, uintptr_t address, size_t bytes, uint32_t place);
void record_access(const Thread& thread, const Access& access);
void record_fresh(uintptr_t address, size_t bytes);

// The same as acquire(), join() and release_into() of clocks (thread.h).
void observe_channels(Thread& thread, Clock& clock);
void join_channels(Clock& to, Clock& from);
void publish_channel(Thread& thread, Clock& clock, bool keep_old);

}  // namespace dh::native
