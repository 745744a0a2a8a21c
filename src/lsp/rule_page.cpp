#include "lsp/rule_page.h"

#include <cstdlib>
#include <filesystem>

#include "findings/rule.h"
#include "source/write_file.h"

namespace dh::lsp {

namespace {

namespace fs = std::filesystem;

Result<fs::path> cache_folder() {
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return std::string(value == nullptr ? "" : value);
  };
  if (std::string cache = variable("XDG_CACHE_HOME"); cache.starts_with('/')) return fs::path(cache);
  if (std::string home = variable("HOME"); home.starts_with('/')) return fs::path(home) / ".cache";
  return fail("no folder for the page: neither XDG_CACHE_HOME nor HOME is set");
}

}  // namespace

Result<std::string> write_rule_page(std::string_view rule) {
  const std::optional<Rule> known = rule_by_id(rule);
  if (!known) return fail("unknown rule '{}'; 'deadheat rules' lists all rules", rule);
  Result<fs::path> cache = cache_folder();
  if (!cache) return tl::unexpected(cache.error());
  const fs::path folder = *cache / "deadheat" / "rules";
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) return fail("{}: {}", folder.string(), error.message());
  const std::string path = (folder / (std::string(rule) + ".md")).string();
  Result<void> written = write_file_atomically(path, std::string(rule_info(*known).page));
  if (!written) return tl::unexpected(written.error());
  return path;
}

}  // namespace dh::lsp
