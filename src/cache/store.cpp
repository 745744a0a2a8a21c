#include "cache/store.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <vector>

#include "source/source_file.h"
#include "source/write_file.h"

namespace dh {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kSuffix = ".result";

struct CacheFile {
  fs::path path;
  uint64_t bytes;
  fs::file_time_type used;
};

// Files of the cache; temporary ones of a killed run, too, once they are old.
std::vector<CacheFile> files_in(const std::string& folder) {
  std::vector<CacheFile> files;
  std::error_code error;
  const auto now = fs::file_time_type::clock::now();
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    std::error_code gone;
    CacheFile file{it->path(), it->file_size(gone), it->last_write_time(gone)};
    const std::string name = file.path.filename().string();
    const bool is_result = name.ends_with(kSuffix);
    const bool is_left_over = !is_result && name.find(kSuffix) != std::string::npos;
    if (gone || !it->is_regular_file(gone)) continue;
    if (is_result || (is_left_over && now - file.used > std::chrono::hours(1)))
      files.push_back(std::move(file));
  }
  return files;
}

}  // namespace

std::optional<std::string> CacheStore::default_folder() {
  const auto variable = [](const char* name) -> std::string {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
  };
  if (const std::string given = variable("DEADHEAT_CACHE"); !given.empty()) {
    if (given == "off") return std::nullopt;
    return given;
  }
  if (const std::string caches = variable("XDG_CACHE_HOME"); caches.starts_with('/'))
    return caches + "/deadheat";
  if (const std::string home = variable("HOME"); home.starts_with('/')) return home + "/.cache/deadheat";
  return std::nullopt;
}

std::string CacheStore::path_of(const std::string& key) const {
  return folder_ + "/" + key + std::string(kSuffix);
}

std::optional<std::string> CacheStore::find(const std::string& key) const {
  const std::string path = path_of(key);
  Result<SourceFile> file = SourceFile::open(path);
  if (!file) return std::nullopt;
  ::utimensat(AT_FDCWD, path.c_str(), nullptr, 0);  // used now
  return std::string(file->text());
}

void CacheStore::remove(const std::string& key) const {
  std::error_code ignored;
  fs::remove(path_of(key), ignored);
}

void CacheStore::put(const std::string& key, std::string_view bytes) const {
  if (bytes.size() > max_bytes_ / 4) return;
  std::error_code error;
  const bool is_new = fs::create_directories(folder_, error);
  if (error) return;
  if (is_new) fs::permissions(folder_, fs::perms::owner_all, error);  // names and messages of private code
  if (write_file_atomically(path_of(key), bytes)) shrink();
}

void CacheStore::shrink() const {
  std::vector<CacheFile> files = files_in(folder_);
  uint64_t bytes = 0;
  for (const CacheFile& file : files) bytes += file.bytes;
  std::sort(files.begin(), files.end(),
            [](const CacheFile& a, const CacheFile& b) { return a.used < b.used; });
  for (const CacheFile& file : files) {
    if (bytes <= max_bytes_) return;
    std::error_code ignored;
    fs::remove(file.path, ignored);
    bytes -= file.bytes;
  }
}

CacheStore::Usage CacheStore::usage() const {
  Usage usage;
  for (const CacheFile& file : files_in(folder_)) {
    ++usage.files;
    usage.bytes += file.bytes;
  }
  return usage;
}

Result<CacheStore::Usage> CacheStore::clean() const {
  Usage removed;
  for (const CacheFile& file : files_in(folder_)) {
    std::error_code error;
    fs::remove(file.path, error);
    if (error) return fail("{}: {}", file.path.string(), error.message());
    ++removed.files;
    removed.bytes += file.bytes;
  }
  return removed;
}

}  // namespace dh
