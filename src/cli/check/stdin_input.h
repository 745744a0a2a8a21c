// The text that a user pipes into `check -`.
#pragma once

#include <string>

#include "base/result.h"

namespace dh {

// Everything up to the end of standard input; fails when it is larger than a source file may be.
Result<std::string> read_standard_input();

}  // namespace dh
