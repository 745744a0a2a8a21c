// One file's bytes and its line table.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "base/result.h"
#include "source/line_table.h"
#include "source/place.h"

namespace dh {

// Immutable and safe to share between threads. Copies share the bytes. Bytes are as they are on disk:
// invalid UTF-8 survives, line ends are not changed.
class SourceFile {
 public:
  // Larger files are refused: no person wrote them, and offsets are 32 bits.
  static constexpr uint64_t kLargest = uint64_t{1} << 30;

  SourceFile() = default;
  // Reads one version of the file: a failure when it keeps changing.
  static Result<SourceFile> open(const std::string& path);
  // For tests and for text that is inside another file, such as an archive or a compiled module.
  static SourceFile from_text(std::string path, std::string text);

  const std::string& path() const { return data_->path; }
  std::string_view text() const { return data_->text; }
  // A NUL byte near the front: no text file has one.
  bool looks_binary() const { return text().substr(0, 8192).find('\0') != std::string_view::npos; }
  const LineTable& lines() const;  // made on first use

  Place place(Span span) const;
  Place place(uint32_t begin, uint32_t end) const { return place(Span{begin, end}); }
  // The file as a whole.
  Place place() const { return Place{path(), 0, 0, 0, 0}; }
  std::string_view line(uint32_t line) const { return lines().line(text(), line); }

 private:
  struct Data {
    std::string path;
    std::string text;
    std::once_flag lines_made;
    std::unique_ptr<LineTable> lines;
  };
  std::shared_ptr<Data> data_;
};

}  // namespace dh
