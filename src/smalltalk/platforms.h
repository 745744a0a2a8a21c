// Metacello baselines and configurations: which packages of a project belong to which platform. The variants
// of a package for Pharo, Squeak and GemStone are never loaded together, so one of them is analysed.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "smalltalk/image.h"

namespace dh::smalltalk {

// Empties the images of packages that the baselines (`spec for: #gemstone do: [ spec package: 'X' ]`) give to
// other platforms only, with one note about them. `wanted`: pharo, squeak, gemstone ...; empty: the first
// that occurs.
void leave_out_other_platforms(std::vector<FileImage>& images, std::string_view wanted,
                               Diagnostics& diagnostics);

// Platforms that can be wanted, and all of them for a message.
bool is_platform(std::string_view name);
std::string known_platforms();

}  // namespace dh::smalltalk
