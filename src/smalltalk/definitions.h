// Expressions that define classes, variables and globals when they are evaluated, as file-outs use them.
#pragma once

#include "smalltalk/image.h"

namespace dh::smalltalk {

// If the statement is such an expression, adds what it defines to the image (and the code of an initial value
// as a load-time script) and returns true.
bool read_definition(FileImage& image, const Node* statement, const CodeText& code);

// Statements without effect on the analysis, for example comments of classes.
bool is_metadata(const Node* statement);

// Reads every definition of a script. True: it holds nothing else that counts.
bool read_definitions(FileImage& image, const CodeText& code);

}  // namespace dh::smalltalk
