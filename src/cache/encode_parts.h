// Results of parts of a program as bytes.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cache/encode.h"
#include "findings/kept_parts.h"

namespace dh {

// `contents`: a digest of each file's text.
std::string encode_parts(const std::vector<PartResult>& parts, const std::vector<std::string>& contents);

// Whether a file still has the text of that digest.
using IsUnchanged = std::function<bool(size_t file, std::string_view content)>;

// The parts all of whose files are unchanged. Nothing when the bytes are damaged.
std::optional<std::vector<std::optional<PartResult>>> decode_parts(std::string_view bytes,
                                                                   const IsUnchanged& is_unchanged,
                                                                   const FactorById& factor_by_id);

}  // namespace dh
