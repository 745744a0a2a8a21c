#include "dynamic/trace/binary_trace.h"
#include "fuzz_input.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace dh::dyn;
  auto reader = read_binary(InputStream::from_text(std::string(dh::fuzz::text_of(data, size))));
  while (!reader->next().empty()) {
  }
  return 0;
}
