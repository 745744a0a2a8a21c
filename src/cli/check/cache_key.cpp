#include "cli/check/cache_key.h"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>

#include "cache/digest.h"
#include "erlang/syntax/include_search.h"
#include "report/version.h"
#include "source/source_file.h"

extern char** environ;

namespace dh {

namespace {

namespace fs = std::filesystem;

// What the linker wrote into this program: another one for every change of its code.
std::string build_id() {
  std::string id;
  ::dl_iterate_phdr(
      [](dl_phdr_info* info, size_t, void* out) {
        for (int i = 0; i < info->dlpi_phnum; ++i) {
          const ElfW(Phdr)& header = info->dlpi_phdr[i];
          if (header.p_type != PT_NOTE) continue;
          const char* at = reinterpret_cast<const char*>(info->dlpi_addr + header.p_vaddr);
          const char* end = at + header.p_memsz;
          while (at + sizeof(ElfW(Nhdr)) <= end) {
            const auto* note = reinterpret_cast<const ElfW(Nhdr)*>(at);
            const char* name = at + sizeof *note;
            const char* content = name + ((note->n_namesz + 3u) & ~3u);
            if (note->n_type == NT_GNU_BUILD_ID)
              static_cast<std::string*>(out)->assign(content, note->n_descsz);
            at = content + ((note->n_descsz + 3u) & ~3u);
          }
        }
        return 1;  // the program itself is the first
      },
      &id);
  return id;
}

void add_value(Digest& digest, const TomlValue& value) {
  digest.add(value.place.text());
  digest.add(static_cast<int64_t>(value.value.index()));
  struct Add {
    Digest& digest;
    void operator()(bool flag) const { digest.add(int64_t{flag}); }
    void operator()(int64_t number) const { digest.add(number); }
    void operator()(double number) const { digest.add(std::to_string(number)); }
    void operator()(const std::string& text) const { digest.add(text); }
    void operator()(const TomlArray& items) const {
      digest.add(static_cast<int64_t>(items.size()));
      for (const TomlValue& item : items) add_value(digest, item);
    }
    void operator()(const TomlMembers& members) const {
      digest.add(static_cast<int64_t>(members.size()));
      for (const auto& [key, member] : members) {
        digest.add(key);
        add_value(digest, member);
      }
    }
  };
  std::visit(Add{digest}, value.value);  // as deep as TOML nests: bounded (source/toml.cpp)
}

void add_settings(Digest& digest, const CheckUnit& unit) {
  digest.add(language_name(unit.language));
  digest.add(unit.project.config.path);
  if (unit.input.settings != nullptr) add_value(digest, *unit.input.settings);
  const std::map<std::string, int> weights(unit.input.factor_weights.begin(),
                                           unit.input.factor_weights.end());
  for (const auto& [factor, weight] : weights) {
    digest.add(factor);
    digest.add(int64_t{weight});
  }
  for (const std::string& path : unit.input.include_paths) digest.add(path);
  for (const std::string& path : unit.options.paths) digest.add(canonical_path(path));
  digest.add(int64_t{unit.options.report.allowed.outside});
}

// Empty for a file that cannot be read.
std::vector<std::string> digests_of_inputs(const CheckUnit& unit) {
  const std::vector<std::string>& paths = unit.input.paths;
  return parallel_map<std::string>(paths.size(), unit.input.parallel, [&](size_t i) {
    Result<SourceFile> file = SourceFile::open(paths[i]);
    return file ? digest_of(file->text()) : std::string();
  });
}

// Files that a front end may look for or include: by what the system says of them, not by their contents.
bool add_folder(Digest& digest, const std::string& folder) {
  struct timespec now {};
  ::clock_gettime(CLOCK_REALTIME, &now);
  std::error_code error;
  std::vector<std::string> found;
  fs::recursive_directory_iterator walk(folder, fs::directory_options::skip_permission_denied, error), end;
  for (; !error && walk != end; walk.increment(error)) {
    if (walk->path().filename() == ".git") {
      walk.disable_recursion_pending();
    } else {
      found.push_back(walk->path().string());
    }
  }
  if (error) return false;
  std::sort(found.begin(), found.end());
  for (const std::string& path : found) {
    struct stat info {};
    if (::stat(path.c_str(), &info) != 0) continue;  // a dangling link
    // A change of this moment may have the same time as the next one.
    const int64_t age_ms =
        (now.tv_sec - info.st_ctim.tv_sec) * 1000 + (now.tv_nsec - info.st_ctim.tv_nsec) / 1000000;
    if (age_ms < 100) return false;
    digest.add(path);
    for (int64_t part :
         {static_cast<int64_t>(info.st_dev), static_cast<int64_t>(info.st_ino),
          static_cast<int64_t>(info.st_mode), static_cast<int64_t>(info.st_size),
          static_cast<int64_t>(info.st_mtim.tv_sec), static_cast<int64_t>(info.st_mtim.tv_nsec),
          static_cast<int64_t>(info.st_ctim.tv_sec), static_cast<int64_t>(info.st_ctim.tv_nsec)}) {
      digest.add(part);
    }
  }
  return true;
}

// Includes may name variables. Those that differ from one shell to the next and name no folders are left out.
void add_environment(Digest& digest) {
  constexpr std::array<std::string_view, 10> kPassing = {
      "_=", "SHLVL=", "PWD=", "OLDPWD=", "TERM=", "LINES=", "COLUMNS=", "WINDOWID=", "PS1=", "NO_COLOR="};
  std::vector<std::string_view> variables;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    if (std::none_of(kPassing.begin(), kPassing.end(),
                     [&](std::string_view name) { return text.starts_with(name); }))
      variables.push_back(text);
  }
  std::sort(variables.begin(), variables.end());
  for (std::string_view variable : variables) digest.add(variable);
}

// Java and SmallIR read their inputs and nothing else.
bool reads_only_inputs(Language language) {
  return language == Language::java || language == Language::smallir;
}

bool add_surroundings(Digest& digest, const CheckUnit& unit) {
  if (reads_only_inputs(unit.language)) return true;
  if (unit.options.report.allowed.outside) return false;
  std::vector<std::string> folders;
  for (const std::string& path : unit.options.paths) folders.push_back(root_of_check(path));
  for (const std::string& path : unit.input.include_paths) folders.push_back(canonical_path(path));
  if (unit.language == Language::erlang) {
    if (const std::string otp = erlang::installed_otp_library(); !otp.empty())
      folders.push_back(canonical_path(otp));
  }
  std::sort(folders.begin(), folders.end());
  folders.erase(std::unique(folders.begin(), folders.end()), folders.end());
  add_environment(digest);
  return std::all_of(folders.begin(), folders.end(),
                     [&](const std::string& folder) { return add_folder(digest, folder); });
}

}  // namespace

std::optional<CacheKey> cache_key(const CheckUnit& unit) {
  static const std::string program = build_id();
  if (program.empty()) return std::nullopt;
  CacheKey key;
  Digest options;
  options.add("deadheat results 2");
  options.add(version_text());
  options.add(program);
  options.add(canonical_path("."));
  add_settings(options, unit);
  for (const std::string& path : unit.input.paths) options.add(path);  // they are in the results
  if (!add_surroundings(options, unit)) return std::nullopt;
  key.program_and_options = options.finish();
  key.inputs = digests_of_inputs(unit);
  Digest all;
  all.add(key.program_and_options);
  for (const std::string& input : key.inputs) {
    if (input.empty()) return std::nullopt;
    all.add(input);
  }
  key.all = all.finish();
  return key;
}

}  // namespace dh
