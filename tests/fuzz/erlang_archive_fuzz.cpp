#include "erlang/beam/zip_file.h"
#include "fuzz_input.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace dh::erlang;
  const std::string_view archive = dh::fuzz::text_of(data, size);
  if (auto entries = read_zip_directory(archive)) {
    for (const ZipEntry& entry : *entries) (void)read_zip_entry(archive, entry);
  }
  return 0;
}
