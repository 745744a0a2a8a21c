#include "fuzz_input.h"
#include "java/syntax/parser.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace dh::java;
  const auto file = dh::SourceFile::from_text("A.java", std::string(dh::fuzz::text_of(data, size)));
  for (const ParseMode mode : {ParseMode::full, ParseMode::skim}) {
    dh::SharedInterner names;
    dh::Diagnostics diagnostics;
    parse(file, names, mode, diagnostics);
  }
  return 0;
}
