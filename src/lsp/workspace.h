// What the editor has open, the folders it works in, and what the last check found there.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash.h"
#include "lsp/position.h"
#include "lsp/settings.h"
#include "source/source_file.h"

namespace dh::lsp {

struct Document {
  std::string uri;  // as the editor spells it
  std::optional<int64_t> version;
  SourceFile file;  // its text, saved or not
  bool is_saved = true;
};

// A folder of the workspace, or a file that is open and in none of them. Each is checked as a whole.
struct Root {
  std::string path;  // canonical
  bool is_file = false;
  std::vector<Json> findings;          // as the JSON report has them
  std::vector<Json> messages;          // diagnostics of the report: what could not be analysed
  std::vector<std::string> published;  // files that have diagnostics in the editor
  std::optional<double> due;           // when it is to be checked
  double last_seconds = 0;             // how long the last check took
  bool was_checked = false;
};

// Plain data: all paths are canonical.
struct Workspace {
  Settings settings;
  std::vector<Root> roots;
  StringMap<Document> documents;  // by path

  // The innermost root that holds the path, or null.
  Root* root_of(const std::string& path);
  Root* find_root(const std::string& path);
  // The text in the editor, or the one on disk; empty when there is none.
  SourceFile text_of(const std::string& path) const;
  std::string uri_of(const std::string& path) const;
};

// Overlays for `check`: what is open in the editor and not saved below the root.
std::string overlays_json(const Workspace& workspace, const Root& root);

}  // namespace dh::lsp
