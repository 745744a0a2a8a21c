// "did you mean ...?"
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace dh {

// The known name with the smallest edit distance, if it is close enough to be what the user meant; else
// empty.
std::string nearest_name(std::string_view name, const std::vector<std::string>& known);

// "; did you mean 'NAME'?", or empty.
std::string did_you_mean(std::string_view name, const std::vector<std::string>& known);

}  // namespace dh
