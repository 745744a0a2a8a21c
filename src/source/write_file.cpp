#include "source/write_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

namespace dh {

namespace {

Result<void> write_all(int fd, std::string_view text, const std::string& path) {
  while (!text.empty()) {
    ssize_t n = ::write(fd, text.data(), text.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return fail("{}: cannot be written: {}", path, std::strerror(errno));
    text.remove_prefix(static_cast<size_t>(n));
  }
  return {};
}

Result<void> close_after(int fd, Result<void> written, const std::string& path) {
  if (::close(fd) != 0 && written) return fail("{}: cannot be written: {}", path, std::strerror(errno));
  return written;
}

Result<void> write_directly(const std::string& path, std::string_view text) {
  int fd = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (fd < 0) return fail("{}: cannot be opened for writing: {}", path, std::strerror(errno));
  return close_after(fd, write_all(fd, text, path), path);
}

// Where a chain of symbolic links ends, also when nothing is there yet.
Result<std::string> follow_links(const std::string& path) {
  constexpr int kMaxLinks = 40;  // as the kernel
  std::filesystem::path at(path);
  for (int i = 0; i < kMaxLinks; ++i) {
    std::error_code error;
    if (!std::filesystem::is_symlink(at, error)) return at.string();
    std::filesystem::path target = std::filesystem::read_symlink(at, error);
    if (error) return fail("{}: cannot be written: {}", path, error.message());
    at = at.parent_path() / target;  // an absolute target replaces all
  }
  return fail("{}: cannot be written: {}", path, std::strerror(ELOOP));
}

struct Temporary {
  int fd = -1;
  std::string path;
};

// In the same folder, with the permissions of any new file.
Temporary make_temporary(const std::string& target) {
  for (int attempt = 0;; ++attempt) {
    std::string path = fmt::format("{}.{}-{}.tmp", target, ::getpid(), attempt);
    int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd >= 0 || errno != EEXIST || attempt == 100) return {fd, path};
  }
}

bool sync_path(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return false;
  const bool synced = ::fsync(fd) == 0 || errno == EINVAL;  // not every file system can sync a folder
  ::close(fd);
  return synced;
}

}  // namespace

Result<void> write_file_atomically(const std::string& path, std::string_view text) {
  struct stat info {};
  bool exists = ::stat(path.c_str(), &info) == 0;
  if (exists && S_ISDIR(info.st_mode)) return fail("{}: cannot be written: is a folder", path);
  if (exists && !S_ISREG(info.st_mode)) return write_directly(path, text);
  if (exists && ::access(path.c_str(), W_OK) != 0) {
    return fail("{}: cannot be written: {}", path, std::strerror(errno));
  }
  Result<std::string> target = follow_links(path);
  if (!target) return tl::unexpected(target.error());

  Temporary temporary = make_temporary(*target);
  if (temporary.fd < 0) return fail("{}: cannot be written: {}", path, std::strerror(errno));
  Result<void> written = write_all(temporary.fd, text, path);
  if (exists && written && ::fchmod(temporary.fd, info.st_mode & 07777) != 0) {
    written = fail("{}: cannot be written: {}", path, std::strerror(errno));
  }
  written = close_after(temporary.fd, std::move(written), path);
  if (written && ::rename(temporary.path.c_str(), target->c_str()) != 0) {
    written = fail("{}: cannot be written: {}", path, std::strerror(errno));
  }
  if (!written) ::unlink(temporary.path.c_str());
  return written;
}

Result<void> rename_durably(const std::string& from, const std::string& to) {
  const auto folder = std::filesystem::path(to).parent_path();
  Result<void> done;
  if (!sync_path(from) || ::rename(from.c_str(), to.c_str()) != 0 ||
      !sync_path(folder.empty() ? "." : folder.string()))
    done = fail("{}: cannot be written: {}", to, std::strerror(errno));
  if (!done) ::unlink(from.c_str());
  return done;
}

Result<void> write_file_durably(const std::string& path, std::string_view text) {
  const Temporary temporary = make_temporary(path);
  if (temporary.fd < 0) return fail("{}: cannot be written: {}", path, std::strerror(errno));
  const Result<void> written = close_after(temporary.fd, write_all(temporary.fd, text, path), path);
  if (written) return rename_durably(temporary.path, path);
  ::unlink(temporary.path.c_str());
  return written;
}

}  // namespace dh
