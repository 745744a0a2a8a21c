// libarchive, in a module of its own: it brings a dozen libraries, and only fleets with archives need them.
#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <locale.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <memory>
#include <string_view>

#include "fleet/archive_module.h"

namespace {

enum Outcome { kUnpacked = 0, kBadArchive = 1, kNoRoom = 2 };

struct Unpacking {
  std::unique_ptr<archive, int (*)(archive*)> in{archive_read_new(), archive_read_free};
  std::unique_ptr<archive, int (*)(archive*)> out{archive_write_disk_new(), archive_write_free};
  uint64_t bytes_left = 0;
  uint64_t files_left = 0;
  char* problem = nullptr;
  uint32_t problem_size = 0;

  __attribute__((format(printf, 2, 3))) Outcome bad(const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(problem, problem_size, format, arguments);
    va_end(arguments);
    return kBadArchive;
  }
  Outcome unreadable() {
    const char* why = archive_error_string(in.get());
    return bad("the archive cannot be read: %s", why == nullptr ? "unknown error" : why);
  }
  Outcome unwritable(const char* path) {
    const int error = archive_errno(out.get());
    const char* why = archive_error_string(out.get());
    const bool no_room = error == ENOSPC || error == EDQUOT || error == EROFS || error == EIO;
    bad("'%s' cannot be unpacked: %s", path, why == nullptr ? strerror(error) : why);
    return no_room ? kNoRoom : kBadArchive;
  }
};

bool escapes(std::string_view path) {
  if (path.starts_with('/')) return true;
  while (true) {
    const size_t slash = path.find('/');
    if (path.substr(0, slash) == "..") return true;
    if (slash == std::string_view::npos) return false;
    path.remove_prefix(slash + 1);
  }
}

// The archive's own version control would be taken for a repository that the user trusts.
bool is_version_control(std::string_view path) {
  while (path.starts_with("./")) path.remove_prefix(2);
  return path == ".git" || path.starts_with(".git/");
}

Outcome copy_contents(Unpacking& work, const char* path) {
  const void* block = nullptr;
  size_t size = 0;
  la_int64_t offset = 0;
  while (true) {
    const int status = archive_read_data_block(work.in.get(), &block, &size, &offset);
    if (status == ARCHIVE_EOF) break;
    if (status < ARCHIVE_WARN) return work.unreadable();
    // A sparse file's holes count as well: readers of it would see them.
    const uint64_t end = static_cast<uint64_t>(offset) + size;
    if (size > work.bytes_left || end > work.bytes_left + size)
      return work.bad("the archive unpacks to more than the limit of the plan (unpacked_bytes), at '%s'",
                      path);
    work.bytes_left -= size;
    if (archive_write_data_block(work.out.get(), block, size, offset) < ARCHIVE_WARN)
      return work.unwritable(path);
  }
  return archive_write_finish_entry(work.out.get()) < ARCHIVE_WARN ? work.unwritable(path) : kUnpacked;
}

Outcome unpack_entry(Unpacking& work, archive_entry* entry) {
  const char* path = archive_entry_pathname(entry);
  if (path == nullptr) path = archive_entry_pathname_utf8(entry);
  if (path == nullptr || *path == '\0') return work.bad("the archive has an entry whose name cannot be read");
  if (escapes(path)) return work.bad("the archive has an entry outside of its folder: '%s'", path);
  if (is_version_control(path)) return kUnpacked;
  const auto type = archive_entry_filetype(entry);
  if ((type != AE_IFREG && type != AE_IFDIR) || archive_entry_hardlink(entry) != nullptr) return kUnpacked;
  if (work.files_left == 0)
    return work.bad("the archive has more files than the limit of the plan (unpacked_files), at '%s'", path);
  --work.files_left;
  archive_entry_set_perm(entry, type == AE_IFDIR ? 0755 : 0644);
  if (archive_write_header(work.out.get(), entry) < ARCHIVE_WARN) return work.unwritable(path);
  return type == AE_IFDIR ? kUnpacked : copy_contents(work, path);
}

}  // namespace

extern "C" __attribute__((visibility("default"))) int dh_unpack(const char* archive_path, const char* folder,
                                                                uint64_t max_bytes, uint64_t max_files,
                                                                char* problem, uint32_t problem_size) {
  setlocale(LC_CTYPE, "C.UTF-8");  // names in archives are UTF-8
  Unpacking work;
  work.bytes_left = max_bytes;
  work.files_left = max_files;
  work.problem = problem;
  work.problem_size = problem_size;
  archive_read_support_filter_all(work.in.get());
  archive_read_support_format_tar(work.in.get());
  archive_read_support_format_zip(work.in.get());
  archive_write_disk_set_options(work.out.get(), ARCHIVE_EXTRACT_SECURE_SYMLINKS |
                                                     ARCHIVE_EXTRACT_SECURE_NODOTDOT |
                                                     ARCHIVE_EXTRACT_SECURE_NOABSOLUTEPATHS);
  if (archive_read_open_filename(work.in.get(), archive_path, 1 << 16) != ARCHIVE_OK)
    return work.unreadable();
  if (chdir(folder) != 0) return work.bad("the folder to unpack into cannot be entered: %s", strerror(errno));
  while (true) {
    archive_entry* entry = nullptr;
    const int status = archive_read_next_header(work.in.get(), &entry);
    if (status == ARCHIVE_EOF) return kUnpacked;
    if (status < ARCHIVE_WARN) return work.unreadable();
    if (const Outcome outcome = unpack_entry(work, entry); outcome != kUnpacked) return outcome;
  }
}
