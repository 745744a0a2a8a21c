#include "fleet/read_file.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

namespace dh::fleet {

namespace {

struct FileCloser {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, FileCloser>;

}  // namespace

Result<std::string> read_whole_file(const std::string& path) {
  const File file(std::fopen(path.c_str(), "rbe"));
  if (!file) return fail("{}: cannot be read: {}", path, std::strerror(errno));
  std::string text;
  char buffer[65536];
  while (size_t n = std::fread(buffer, 1, sizeof buffer, file.get())) text.append(buffer, n);
  if (std::ferror(file.get()) != 0) return fail("{}: cannot be read: {}", path, std::strerror(errno));
  return text;
}

std::string read_beginning(const std::string& path, size_t most) {
  std::string text(most, '\0');
  const File file(std::fopen(path.c_str(), "rbe"));
  text.resize(file ? std::fread(text.data(), 1, most, file.get()) : 0);
  return text;
}

}  // namespace dh::fleet
