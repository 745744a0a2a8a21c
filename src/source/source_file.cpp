#include "source/source_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/check.h"
#include "source/overlay.h"

namespace dh {

namespace {

// A file that somebody keeps saving is not worth more tries.
constexpr int kMaxTries = 3;

struct FileDescriptor {
  int fd;
  ~FileDescriptor() {
    if (fd >= 0) ::close(fd);
  }
};

bool is_same_version(const struct stat& a, const struct stat& b) {
  return a.st_size == b.st_size && a.st_mtim.tv_sec == b.st_mtim.tv_sec &&
         a.st_mtim.tv_nsec == b.st_mtim.tv_nsec;
}

Result<std::string> read_bytes(int fd, size_t size, const std::string& path) {
  std::string bytes(size, '\0');
  size_t done = 0;
  while (done < size) {
    ssize_t n = ::pread(fd, bytes.data() + done, size - done, static_cast<off_t>(done));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return fail("{}: cannot be read: {}", path, std::strerror(errno));
    if (n == 0) break;  // the file shrank since it was measured
    done += static_cast<size_t>(n);
  }
  bytes.resize(done);
  return bytes;
}

// One version of the file: when it changes while it is read, it is read again. Never a map: a file that is
// saved in place while it is mapped ends the process with SIGBUS.
Result<std::string> read_one_version(int fd, struct stat before, const std::string& path) {
  for (int i = 0; i < kMaxTries; ++i) {
    uint64_t size = static_cast<uint64_t>(before.st_size);
    if (size > SourceFile::kLargest) {
      return fail("{}: the file is too large: {} MiB, the limit is {} MiB", path, size >> 20,
                  SourceFile::kLargest >> 20);
    }
    Result<std::string> bytes = read_bytes(fd, size, path);
    if (!bytes) return bytes;
    struct stat after {};
    if (::fstat(fd, &after) != 0) return fail("{}: cannot be read: {}", path, std::strerror(errno));
    if (is_same_version(before, after)) return bytes;
    before = after;
  }
  return fail("{}: changed while it was read; check it again when nothing writes it", path);
}

}  // namespace

Result<SourceFile> SourceFile::open(const std::string& path) {
  if (const SourceFile* overlay = find_overlay(path)) return *overlay;
  // O_NONBLOCK: opening a FIFO must not hang; it has no meaning for regular files.
  FileDescriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
  if (file.fd < 0) return fail("{}: cannot be opened: {}", path, std::strerror(errno));
  struct stat info {};
  if (::fstat(file.fd, &info) != 0) return fail("{}: cannot be read: {}", path, std::strerror(errno));
  if (!S_ISREG(info.st_mode)) return fail("{}: not a regular file", path);
  Result<std::string> bytes = read_one_version(file.fd, info, path);
  if (!bytes) return tl::unexpected(bytes.error());
  return from_text(path, std::move(*bytes));
}

SourceFile SourceFile::from_text(std::string path, std::string text) {
  DH_CHECK(text.size() <= kLargest, "text of {} bytes", text.size());
  SourceFile result;
  result.data_ = std::make_shared<Data>();
  result.data_->path = std::move(path);
  result.data_->text = std::move(text);
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
