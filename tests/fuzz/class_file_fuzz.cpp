#include "classfile/code.h"
#include "fuzz_input.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace dh::classfile;
  auto file = read_class(Bytes(data, size));
  if (file && recode_methods(*file)) (void)write_class(*file);
  return 0;
}
