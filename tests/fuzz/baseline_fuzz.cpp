#include "findings/baseline.h"
#include "fuzz_input.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  (void)dh::parse_baseline(dh::fuzz::text_of(data, size), "baseline.json");
  return 0;
}
