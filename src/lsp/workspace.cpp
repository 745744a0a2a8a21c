#include "lsp/workspace.h"

#include "lsp/uri.h"
#include "source/root.h"

namespace dh::lsp {

Root* Workspace::root_of(const std::string& path) {
  Root* best = nullptr;
  for (Root& root : roots) {
    const bool holds = root.is_file ? root.path == path : is_within(root.path, path);
    if (holds && (best == nullptr || root.path.size() > best->path.size())) best = &root;
  }
  return best;
}

Root* Workspace::find_root(const std::string& path) {
  for (Root& root : roots) {
    if (root.path == path) return &root;
  }
  return nullptr;
}

SourceFile Workspace::text_of(const std::string& path) const {
  if (const auto it = documents.find(path); it != documents.end()) return it->second.file;
  Result<SourceFile> file = SourceFile::open(path);
  return file ? *file : SourceFile::from_text(path, "");
}

std::string Workspace::uri_of(const std::string& path) const {
  const auto it = documents.find(path);
  return it == documents.end() ? uri_of_path(path) : it->second.uri;
}

std::string overlays_json(const Workspace& workspace, const Root& root) {
  Json overlays = Json::object();
  for (const auto& [path, document] : workspace.documents) {
    const bool inside = root.is_file ? root.path == path : is_within(root.path, path);
    if (inside && !document.is_saved) overlays[path] = document.file.text();
  }
  return overlays.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace dh::lsp
