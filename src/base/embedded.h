// Text files that are compiled into the program (cmake/embed.cmake).
#pragma once

#include <span>
#include <string_view>

namespace dh {

struct EmbeddedFile {
  std::string_view name;  // without its folder
  std::string_view text;
};

// The file of that name, or an empty view.
inline std::string_view find_embedded(std::span<const EmbeddedFile> files, std::string_view name) {
  for (const EmbeddedFile& file : files) {
    if (file.name == name) return file.text;
  }
  return {};
}

}  // namespace dh
