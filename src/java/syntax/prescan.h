// A quick scan of the bytes of a file before it is parsed.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace dh::java {

// Whether one of the words occurs anywhere in the text, even in a comment: a file without them cannot have
// an annotation of such a name, unless it is written with Unicode escapes (which count as a yes).
bool mentions_any(std::string_view text, std::span<const std::string> words);

}  // namespace dh::java
