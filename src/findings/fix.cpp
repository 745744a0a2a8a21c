#include "findings/fix.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/hash.h"

namespace dh {

std::string content_hash(std::string_view text) {
  return fmt::format("{:016x}-{}", hash_bytes(text), text.size());
}

Fix make_fix(std::string description, const SourceFile& file, std::vector<Edit> edits) {
  std::sort(edits.begin(), edits.end());
  return {std::move(description), file.path(), content_hash(file.text()), std::move(edits)};
}

Result<std::string> apply_fix(const Fix& fix, std::string_view text) {
  if (content_hash(text) != fix.content_hash) return fail("{}: changed since it was analysed", fix.path);
  std::string out;
  uint32_t at = 0;
  for (const Edit& edit : fix.edits) {
    if (edit.span.begin < at || edit.span.end < edit.span.begin || edit.span.end > text.size())
      return fail("{}: the edits of a fix overlap", fix.path);
    out += text.substr(at, edit.span.begin - at);
    out += edit.text;
    at = edit.span.end;
  }
  out += text.substr(at);
  return out;
}

}  // namespace dh
