// The files of a commit, without a checkout.
#include <charconv>
#include <filesystem>
#include <fstream>

#include "source/source_file.h"
#include "vcs/changes.h"
#include "vcs/git.h"

namespace dh {

namespace {

namespace fs = std::filesystem;

struct Blob {
  std::string id;
  std::string path;
  uint64_t size;
};

// A made-up tree object may hold any name: none may lead out of the folder or make a repository in it.
bool is_safe_path(const fs::path& path) {
  if (path.is_absolute()) return false;
  for (const fs::path& part : path) {
    if (part == ".." || part == "." || part == ".git") return false;
  }
  return true;
}

// "100644 blob ID SIZE\tPATH". Links, submodules and what is too large for an analysis are left out.
std::vector<Blob> parse_listing(const std::string& listing) {
  std::vector<Blob> blobs;
  for (const std::string& entry : split_at_nul(listing)) {
    const size_t tab = entry.find('\t');
    const size_t id_begin = entry.find(" blob ");
    if (tab == std::string::npos || id_begin > tab || entry.starts_with("120000")) continue;
    const size_t id_end = entry.find(' ', id_begin + 6);
    const size_t size_begin = entry.find_first_not_of(' ', id_end);
    Blob blob{entry.substr(id_begin + 6, id_end - id_begin - 6), entry.substr(tab + 1), 0};
    std::from_chars(entry.data() + size_begin, entry.data() + tab, blob.size);
    if (blob.size <= SourceFile::kLargest && is_safe_path(blob.path)) blobs.push_back(std::move(blob));
  }
  return blobs;
}

Result<void> write_blob(const fs::path& folder, const Blob& blob, std::string_view bytes) {
  const fs::path path = folder / blob.path;
  std::error_code error;
  fs::create_directories(path.parent_path(), error);
  std::ofstream out(path, std::ios::binary);
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  out.close();
  if (!out) return fail("{}: cannot be written", path.string());
  return {};
}

// "ID blob SIZE\n", the bytes, "\n", for each blob asked for.
Result<void> write_batch(const std::string& root, const fs::path& folder,
                         const std::vector<const Blob*>& batch) {
  std::string ids;
  for (const Blob* blob : batch) ids += blob->id + "\n";
  Result<std::string> contents = run_git(root, {"cat-file", "--batch"}, ids);
  if (!contents) return tl::unexpected(contents.error());
  std::string_view rest = *contents;
  for (const Blob* blob : batch) {
    const size_t header = rest.find('\n');
    if (header == std::string_view::npos || rest.size() < header + 1 + blob->size) {
      return fail("git cat-file: the contents of {} are missing", blob->path);
    }
    if (auto written = write_blob(folder, *blob, rest.substr(header + 1, blob->size)); !written)
      return written;
    rest.remove_prefix(std::min(header + blob->size + 2, rest.size()));
  }
  return {};
}

}  // namespace

Result<void> write_tree(const std::string& root, const std::string& commit, const std::string& folder) {
  constexpr uint64_t kBatchBytes = uint64_t{32} << 20;
  Result<std::string> listing = run_git(root, {"ls-tree", "-r", "-z", "-l", "--full-tree", commit});
  if (!listing) return tl::unexpected(listing.error());
  const std::vector<Blob> blobs = parse_listing(*listing);
  std::vector<const Blob*> batch;
  uint64_t bytes = 0;
  for (size_t i = 0; i < blobs.size(); ++i) {
    batch.push_back(&blobs[i]);
    bytes += blobs[i].size;
    if (bytes < kBatchBytes && i + 1 < blobs.size()) continue;
    if (auto written = write_batch(root, folder, batch); !written) return written;
    batch.clear();
    bytes = 0;
  }
  std::ofstream(fs::path(folder) / ".git").close();
  return {};
}

}  // namespace dh
