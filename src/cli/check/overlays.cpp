#include "cli/check/overlays.h"

#include "cli/check/stdin_input.h"
#include "report/json_writing.h"
#include "source/overlay.h"

namespace dh {

Result<void> read_overlays(const std::string& path) {
  std::string text;
  if (path == "-") {
    Result<std::string> input = read_standard_input();
    if (!input) return tl::unexpected(input.error());
    text = std::move(*input);
  } else {
    Result<SourceFile> file = SourceFile::open(path);
    if (!file) return tl::unexpected(file.error());
    text = file->text();
  }
  const Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!json.is_object()) return fail("--overlays {}: expected a JSON object of paths and texts", path);
  for (const auto& [name, value] : json.items()) {
    if (!value.is_string()) return fail("--overlays {}: the text of {} is not a string", path, name);
    set_overlay(name, value.get<std::string>());
  }
  return {};
}

}  // namespace dh
