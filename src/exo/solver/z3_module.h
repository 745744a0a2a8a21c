// The one function of the Z3 module. Plain C: it is found by name.
#pragma once

#include <stdint.h>

extern "C" {

// Decides `text` (SMT-LIB declarations and assertions). Returns 1 sat, 0 unsat, -1 unknown. When sat,
// values[i] is set to the value of the constant "v<i>" for i < count. When unknown, `reason` (of reason_size
// bytes) says why. `units` is Z3's resource limit and is set to what was used of it. Thread-safe.
typedef int (*dh_z3_decide_function)(const char* text, uint32_t time_limit_ms, uint32_t* units,
                                     int64_t* values, uint32_t count, char* reason, uint32_t reason_size);
}
