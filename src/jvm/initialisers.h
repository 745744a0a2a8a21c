// What a class's initialiser may do to other classes.
#pragma once

#include "classfile/class_file.h"

namespace dh::jvm {

// Whether the class has an initialiser that may do more than fill the class's own static fields with values
// of the JDK. Those are ordered where they are read, which is cheaper than at every entry to the class.
bool initialiser_is_shared(const classfile::ClassFile& file);

bool has_finalizer(const classfile::ClassFile& file);

}  // namespace dh::jvm
