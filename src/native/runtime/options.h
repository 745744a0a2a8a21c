// DEADHEAT_OPTIONS: names and values, separated by spaces, commas or colons, such as "halt_on_error=1
// exitcode=3".
#pragma once

#include <cstdint>

namespace dh::native {

struct RuntimeOptions {
#define DH_NUMBER(name, value, help) int64_t name = value;
#define DH_TEXT(name, help) char name[1024] = "";
#include "native/runtime/options.def"
#undef DH_NUMBER
#undef DH_TEXT
};

extern RuntimeOptions options;
void read_options();

}  // namespace dh::native
