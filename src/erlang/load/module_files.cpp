#include "erlang/load/module_files.h"

#include <algorithm>
#include <filesystem>

#include "erlang/beam/beam_file.h"

namespace dh::erlang {

namespace fs = std::filesystem;

namespace {

std::optional<InputKind> kind_of(std::string_view path) {
  if (path.ends_with(".erl")) return InputKind::source;
  if (path.ends_with(".beam")) return InputKind::beam;
  return std::nullopt;
}

void add_error(Diagnostics& diagnostics, const std::string& path, const std::string& message) {
  diagnostics.push_back({Severity::error, Place{path, 0, 0, 0, 0}, message});
}

// Error messages of SourceFile begin with the path, which a diagnostic has already.
std::string without_path(const std::string& message, const std::string& path) {
  std::string prefix = path + ": ";
  return message.starts_with(prefix) ? message.substr(prefix.size()) : message;
}

class Finder {
 public:
  explicit Finder(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  void path(const std::string& path) {
    std::error_code error;
    if (fs::is_directory(path, error)) {
      folder(path);
    } else if (path.ends_with(".ez")) {
      if (auto file = open(path)) archive(*file, "");
    } else if (auto kind = kind_of(path)) {
      plain(*kind, path);
    } else if (auto file = open(path)) {
      escript(*file);
    }
  }

  std::vector<InputFile> take() {
    auto by_path = [](const InputFile& a, const InputFile& b) { return a.path < b.path; };
    std::stable_sort(found_.begin(), found_.end(), by_path);
    auto same = [](const InputFile& a, const InputFile& b) { return a.path == b.path; };
    found_.erase(std::unique(found_.begin(), found_.end(), same), found_.end());
    return std::move(found_);
  }

 private:
  std::optional<SourceFile> open(const std::string& path) {
    Result<SourceFile> file = SourceFile::open(path);
    if (file) return *file;
    add_error(diagnostics_, path, without_path(file.error().message, path));
    return std::nullopt;
  }

  void plain(InputKind kind, const std::string& path) {
    InputFile input;
    input.kind = kind;
    input.path = path;
    found_.push_back(std::move(input));
  }

  void folder(const std::string& folder) {
    std::error_code error;
    fs::recursive_directory_iterator walk(folder, fs::directory_options::skip_permission_denied, error);
    for (; !error && walk != fs::recursive_directory_iterator(); walk.increment(error)) {
      std::string path = walk->path().string();
      if (!walk->is_regular_file(error)) continue;
      if (path.ends_with(".ez") || path.ends_with(".escript") || kind_of(path)) this->path(path);
    }
    if (error) add_error(diagnostics_, folder, error.message());
  }

  void archive(const SourceFile& file, std::string_view inner) {
    Result<std::vector<ZipEntry>> entries = read_zip_directory(file.text());
    if (!entries) return add_error(diagnostics_, file.path(), entries.error().message);
    for (ZipEntry& entry : *entries) {
      auto kind = kind_of(entry.name);
      if (!kind) continue;
      InputFile input;
      input.kind = *kind;
      input.path = file.path() + "!/" + std::string(inner) + entry.name;
      input.container = file;
      input.entry = std::move(entry);
      found_.push_back(std::move(input));
    }
  }

  static bool path_is_script(std::string_view path) { return path.ends_with(".escript"); }

  // "#!" line, optionally a comment line and a "%%!" line, then source, a .beam or an archive.
  void escript(const SourceFile& file) {
    std::string_view text = file.text();
    size_t at = 0;
    auto next_line = [&](size_t from) {
      size_t end = text.find('\n', from);
      return end == std::string_view::npos ? text.size() : end + 1;
    };
    if (text.starts_with("#!")) at = next_line(0);
    for (int lines = 0; lines < 2 && at < text.size() && text[at] == '%'; ++lines) at = next_line(at);
    std::string_view body = text.substr(at);
    if (body.starts_with("PK\x03\x04")) return archive(file, "");
    InputFile input;
    input.path = file.path();
    input.escript = true;
    if (looks_like_beam(body)) {
      input.kind = InputKind::beam;
      input.container = file;
      input.skip = static_cast<uint32_t>(at);
    } else if (text.starts_with("#!") || (path_is_script(file.path()) && text.find('\0') == text.npos)) {
      input.kind = InputKind::source;
    } else {
      return add_error(diagnostics_, file.path(), "is not an Erlang file");
    }
    found_.push_back(std::move(input));
  }

  Diagnostics& diagnostics_;
  std::vector<InputFile> found_;
};

}  // namespace

std::string InputFile::module_name() const {
  std::string_view name = std::string_view(path).substr(path.rfind('/') + 1);
  return std::string(name.substr(0, name.rfind('.')));  // of Elixir's: Elixir.MyApp.Cache.beam
}

Result<SourceFile> InputFile::open() const {
  if (!container) {
    Result<SourceFile> file = SourceFile::open(path);
    if (!file) return fail("{}", without_path(file.error().message, path));
    return file;
  }
  if (!entry) return SourceFile::from_text(path, std::string(container->text().substr(skip)));
  Result<std::string> bytes = read_zip_entry(container->text(), *entry);
  if (!bytes) return tl::unexpected(bytes.error());
  return SourceFile::from_text(path, std::move(*bytes));
}

std::vector<InputFile> find_inputs(const std::vector<std::string>& paths, Diagnostics& diagnostics) {
  Finder finder(diagnostics);
  for (const std::string& path : paths) finder.path(path);
  return finder.take();
}

}  // namespace dh::erlang
