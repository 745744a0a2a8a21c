// Syntax trees back to source, for tests of the parser and for people who debug it.
#pragma once

#include <string>

#include "smalltalk/ast.h"

namespace dh::smalltalk {

// Parses to the same tree, but for places and the parentheses that were not needed.
std::string print_source(const MethodNode& method);

}  // namespace dh::smalltalk
