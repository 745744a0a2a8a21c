// Where excerpts come from.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/hash.h"
#include "source/root.h"
#include "source/source_file.h"

namespace dh {

// Not thread-safe.
class SourceLines {
 public:
  virtual ~SourceLines() = default;
  // The file as it is now, or nothing when it cannot be read.
  virtual std::optional<SourceFile> file(const std::string& path) = 0;

  // The bytes of a line (from 1) without its line end; nothing when there is no such line.
  std::optional<std::string> line(const std::string& path, uint32_t number);
};

// Reads from disk and keeps the files it read most recently.
class FileSourceLines final : public SourceLines {
 public:
  explicit FileSourceLines(ReadableRoots roots = {}) : roots_(std::move(roots)) {}
  std::optional<SourceFile> file(const std::string& path) override;

 private:
  ReadableRoots roots_;
  StringMap<std::optional<SourceFile>> files_;
};

// Another one, without some of its files.
class SourceLinesWithout final : public SourceLines {
 public:
  SourceLinesWithout(SourceLines* sources, const std::vector<std::string>& without)
      : sources_(sources), without_(without.begin(), without.end()) {}
  std::optional<SourceFile> file(const std::string& path) override;

 private:
  SourceLines* sources_;  // null: none
  StringSet without_;
};

// A fixed set of texts, for tests.
class FixedSourceLines final : public SourceLines {
 public:
  void add(const std::string& path, std::string text) {
    files_[path] = SourceFile::from_text(path, std::move(text));
  }
  std::optional<SourceFile> file(const std::string& path) override;

 private:
  StringMap<SourceFile> files_;
};

}  // namespace dh
