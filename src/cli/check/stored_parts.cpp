#include "cli/check/stored_parts.h"

#include "cache/digest.h"
#include "cache/encode_parts.h"

namespace dh {

std::vector<std::optional<PartResult>> StoredParts::find(std::string_view shape) {
  Digest digest;
  digest.add("parts");
  digest.add(key_.program_and_options);
  digest.add(shape);
  entry_ = digest.finish();
  std::vector<std::optional<PartResult>> found;
  const std::optional<std::string> bytes = store_.find(entry_);
  if (!bytes) return found;
  const auto is_unchanged = [&](size_t file, std::string_view content) {
    return file < key_.inputs.size() && key_.inputs[file] == content;
  };
  if (auto parts = decode_parts(*bytes, is_unchanged, factor_by_id_)) return std::move(*parts);
  store_.remove(entry_);
  return found;
}

void StoredParts::store() const {
  if (!parts_.empty()) store_.put(entry_, encode_parts(parts_, key_.inputs));
}

}  // namespace dh
