// Path patterns: `*` and `?` stay within one folder, `**` crosses folders, `[a-z]` and `[!a-z]` are sets.
#pragma once

#include <string_view>

namespace dh {

// A pattern without a slash matches any component of the path ("test" matches "a/test/b.java");
// one with a slash matches from the root on, whole or as a folder above ("src/gen" matches "src/gen/x").
// The cost is bounded by the product of the lengths.
bool glob_matches(std::string_view pattern, std::string_view path);

}  // namespace dh
