#include "fuzz_input.h"
#include "smalltalk/test_support.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace dh::smalltalk;
  // The first byte chooses the extension, which decides how a text of no clear format is read.
  static const std::string extensions[] = {"a.st", "a.ws", "a.class.st", "a.xml", "a.cls", "a.gst"};
  if (size == 0) return 0;
  const std::string& path = extensions[data[0] % std::size(extensions)];
  load_texts({{path, std::string(dh::fuzz::text_of(data + 1, size - 1))}});
  return 0;
}
