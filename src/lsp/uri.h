// file: URIs, as editors name documents.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace dh::lsp {

// The absolute path of a file URI of this machine; nothing for other schemes ("untitled:", "git:").
std::optional<std::string> path_of_uri(std::string_view uri);
std::string uri_of_path(std::string_view path);

}  // namespace dh::lsp
