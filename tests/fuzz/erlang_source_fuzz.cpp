#include "erlang/syntax/source_module.h"
#include "fuzz_input.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace dh::erlang;
  dh::SharedInterner names;
  const dh::ReadableRoots no_roots;
  IncludeSearch search({}, {}, /*installed_otp=*/false, no_roots, names);
  dh::Diagnostics diagnostics;
  const auto file = dh::SourceFile::from_text("m.erl", std::string(dh::fuzz::text_of(data, size)));
  read_source_module(file, {}, search, names, diagnostics);
  return 0;
}
