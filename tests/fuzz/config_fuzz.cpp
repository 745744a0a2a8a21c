#include "cli/config.h"
#include "fuzz_input.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  dh::Diagnostics diagnostics;
  dh::parse_config(dh::fuzz::text_of(data, size), "deadheat.toml", diagnostics);
  return 0;
}
