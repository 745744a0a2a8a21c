#include "report/source_lines.h"

#include <array>
#include <filesystem>
#include <fstream>

namespace dh {

namespace {

// Findings come sorted by path, so a small memory is enough; large ones would hold many maps open.
constexpr size_t kFilesKept = 256;
// Beyond it a file is a trace or a dump, and to read it for a few lines takes more than the analysis.
constexpr uintmax_t kMaxSource = uintmax_t{64} << 20;

// Before the whole of it is read. False also for what cannot be opened: that is said elsewhere.
bool is_large_or_binary(const std::string& path) {
  std::error_code error;
  const uintmax_t size = std::filesystem::file_size(path, error);
  if (error || size > kMaxSource) return !error;
  std::array<char, 512> start;
  std::ifstream in(path, std::ios::binary);
  in.read(start.data(), start.size());
  return std::string_view(start.data(), static_cast<size_t>(in.gcount())).find('\0') !=
         std::string_view::npos;
}

}  // namespace

std::optional<std::string> SourceLines::line(const std::string& path, uint32_t number) {
  std::optional<SourceFile> source = file(path);
  if (!source || number == 0 || number > source->lines().line_count()) return std::nullopt;
  return std::string(source->line(number));
}

std::optional<SourceFile> FileSourceLines::file(const std::string& path) {
  if (auto found = files_.find(path); found != files_.end()) return found->second;
  if (files_.size() >= kFilesKept) files_.clear();
  std::optional<SourceFile> opened;
  // Binary traces and class files have places too, but no lines that a reader could use.
  if (roots_.allows(path) && !is_large_or_binary(path)) {
    Result<SourceFile> source = SourceFile::open(path);
    if (source && !source->looks_binary()) opened = std::move(*source);
  }
  return files_[path] = opened;
}

std::optional<SourceFile> SourceLinesWithout::file(const std::string& path) {
  if (sources_ == nullptr || without_.contains(path)) return std::nullopt;
  return sources_->file(path);
}

std::optional<SourceFile> FixedSourceLines::file(const std::string& path) {
  auto found = files_.find(path);
  if (found == files_.end()) return std::nullopt;
  return found->second;
}

}  // namespace dh
