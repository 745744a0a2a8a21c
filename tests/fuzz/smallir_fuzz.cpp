#include "fuzz_input.h"
#include "smallir/read.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  dh::Diagnostics diagnostics;
  dh::smallir::read(dh::SourceFile::from_text("a.ll", std::string(dh::fuzz::text_of(data, size))),
                    diagnostics);
  return 0;
}
