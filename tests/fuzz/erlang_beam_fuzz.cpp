#include "erlang/beam/beam_module.h"
#include "fuzz_input.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace dh::erlang;
  dh::SharedInterner names;
  const BeamTags tags(names);
  SourceLocator sources;
  dh::Diagnostics diagnostics;
  const auto file = dh::SourceFile::from_text("m.beam", std::string(dh::fuzz::text_of(data, size)));
  read_beam_module(file, tags, sources, names, diagnostics);
  return 0;
}
