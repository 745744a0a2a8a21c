// Expressions that define classes, variables and globals when they are evaluated, as file-outs use them.
#pragma once

#include "smalltalk/image.h"

namespace dh::smalltalk {

// If the statement is such an expression, adds what it defines to the image (and the code of an initial value
// as a load-time script) and answers true.
bool read_definition(FileImage& image, const Node* statement, const CodeText& code);

// Statements of which a load-time script would do nothing worth analysing: comments of classes and the like.
bool is_metadata(const Node* statement);

}  // namespace dh::smalltalk
