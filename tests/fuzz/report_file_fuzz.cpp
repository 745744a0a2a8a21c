#include "dynamic/trace/report_file.h"
#include "fuzz_input.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace dh::dyn;
  read_reports(InputStream::from_text(std::string(dh::fuzz::text_of(data, size))));
  return 0;
}
