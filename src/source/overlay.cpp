#include "source/overlay.h"

#include "base/hash.h"

namespace dh {

namespace {

StringMap<SourceFile>& overlays() {
  static StringMap<SourceFile> map;
  return map;
}

}  // namespace

void set_overlay(std::string path, std::string text) {
  SourceFile file = SourceFile::from_text(path, std::move(text));
  overlays().insert_or_assign(std::move(path), std::move(file));
}

const SourceFile* find_overlay(const std::string& path) {
  auto found = overlays().find(path);
  return found == overlays().end() ? nullptr : &found->second;
}

}  // namespace dh
