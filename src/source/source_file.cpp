#include "source/source_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/check.h"
#include "source/overlay.h"

namespace dh {

namespace {

// Below this a read is cheaper than the page faults of a map.
constexpr uint64_t kMapFrom = 64 * 1024;

struct FileDescriptor {
  int fd;
  ~FileDescriptor() {
    if (fd >= 0) ::close(fd);
  }
};

Result<std::string> read_all(int fd, size_t size, const std::string& path) {
  std::string bytes(size, '\0');
  size_t done = 0;
  while (done < size) {
    ssize_t n = ::read(fd, bytes.data() + done, size - done);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return fail("{}: cannot be read: {}", path, std::strerror(errno));
    if (n == 0) break;  // the file shrank since it was measured
    done += static_cast<size_t>(n);
  }
  bytes.resize(done);
  return bytes;
}

}  // namespace

SourceFile::Data::~Data() {
  if (mapped != nullptr) ::munmap(mapped, text.size());
}

Result<SourceFile> SourceFile::open(const std::string& path) {
  if (const SourceFile* overlay = find_overlay(path)) return *overlay;
  // O_NONBLOCK: opening a FIFO must not hang; it has no meaning for regular files.
  FileDescriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
  if (file.fd < 0) return fail("{}: cannot be opened: {}", path, std::strerror(errno));
  struct stat info {};
  if (::fstat(file.fd, &info) != 0) return fail("{}: cannot be read: {}", path, std::strerror(errno));
  if (!S_ISREG(info.st_mode)) return fail("{}: not a regular file", path);
  uint64_t size = static_cast<uint64_t>(info.st_size);
  if (size > kLargest) {
    return fail("{}: the file is too large: {} MiB, the limit is {} MiB", path, size >> 20, kLargest >> 20);
  }

  SourceFile result;
  result.data_ = std::make_shared<Data>();
  Data& data = *result.data_;
  data.path = path;
  if (size >= kMapFrom) {
    void* mapped = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.fd, 0);
    if (mapped == MAP_FAILED) return fail("{}: cannot be mapped: {}", path, std::strerror(errno));
    data.mapped = mapped;
    data.text = {static_cast<const char*>(mapped), size};
    return result;
  }
  Result<std::string> bytes = read_all(file.fd, size, path);
  if (!bytes) return tl::unexpected(bytes.error());
  data.owned = std::move(*bytes);
  data.text = data.owned;
  return result;
}

SourceFile SourceFile::from_text(std::string path, std::string text) {
  DH_CHECK(text.size() <= kLargest, "text of {} bytes", text.size());
  SourceFile result;
  result.data_ = std::make_shared<Data>();
  result.data_->path = std::move(path);
  result.data_->owned = std::move(text);
  result.data_->text = result.data_->owned;
  return result;
}

const LineTable& SourceFile::lines() const {
  std::call_once(data_->lines_made, [this] { data_->lines = std::make_unique<LineTable>(text()); });
  return *data_->lines;
}

Place SourceFile::place(Span span) const {
  LineTable::Position begin = lines().position(text(), span.begin);
  LineTable::Position end = lines().position(text(), std::max(span.begin, span.end));
  return Place{path(), begin.line, begin.column, end.line, end.column};
}

}  // namespace dh
