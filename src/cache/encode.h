// Findings and diagnostics as bytes.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "findings/checker.h"

namespace dh {

using FactorById = std::function<const Factor*(std::string_view id)>;

// Everything but the phases.
std::string encode_contents(const CheckSink::Contents& contents);

// Nothing when the bytes are damaged or name a rule or factor that does not exist.
std::optional<CheckSink::Contents> decode_contents(std::string_view bytes, const FactorById& factor_by_id);

}  // namespace dh
