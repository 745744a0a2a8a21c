#include "lsp/uri.h"

#include "report/sarif_parts.h"

namespace dh::lsp {

namespace {

std::optional<int> hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return std::nullopt;
}

}  // namespace

std::optional<std::string> path_of_uri(std::string_view uri) {
  constexpr std::string_view kScheme = "file://";
  if (!uri.starts_with(kScheme)) return std::nullopt;
  uri.remove_prefix(kScheme.size());
  if (uri.starts_with("localhost/")) uri.remove_prefix(std::string_view("localhost").size());
  if (!uri.starts_with('/')) return std::nullopt;
  std::string path;
  for (size_t i = 0; i < uri.size(); ++i) {
    if (uri[i] != '%') {
      path += uri[i];
      continue;
    }
    const auto high = i + 2 < uri.size() ? hex_digit(uri[i + 1]) : std::nullopt;
    const auto low = i + 2 < uri.size() ? hex_digit(uri[i + 2]) : std::nullopt;
    if (!high || !low) return std::nullopt;
    path += static_cast<char>(*high * 16 + *low);
    i += 2;
  }
  if (path.find('\0') != std::string::npos) return std::nullopt;
  return path;
}

std::string uri_of_path(std::string_view path) {
  return sarif::uri_of(path);
}

}  // namespace dh::lsp
