// Texts that replace files: standard input, an unsaved editor buffer.
#pragma once

#include <string>

#include "source/source_file.h"

namespace dh {

// From now on `SourceFile::open(path)` returns this text, whatever the disk has. Not thread-safe: call it
// before other threads open files.
void set_overlay(std::string path, std::string text);

// The text that replaces the file, or null.
const SourceFile* find_overlay(const std::string& path);

}  // namespace dh
