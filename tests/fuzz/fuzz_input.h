// What every entry point needs: the bytes of libFuzzer as text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

// One of these is defined by each *_fuzz.cpp; libFuzzer's main calls it.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

namespace dh::fuzz {

inline std::string_view text_of(const uint8_t* data, size_t size) {
  return size == 0 ? std::string_view() : std::string_view(reinterpret_cast<const char*>(data), size);
}

}  // namespace dh::fuzz
