#include "erlang/term/term.h"
#include "fuzz_input.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace dh::erlang;
  dh::SharedInterner names;
  AtomCache atoms(names);
  dh::Arena arena;
  (void)decode_term(dh::fuzz::text_of(data, size), arena, atoms);
  return 0;
}
