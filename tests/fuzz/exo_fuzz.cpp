#include "exo/testing/program.h"
#include "fuzz_input.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const dh::exo::Program program{std::string(dh::fuzz::text_of(data, size))};
  return 0;
}
