// Method references to hooked methods: queue::put becomes a reference to a method of the class that calls
// put.
#pragma once

#include "jvm/method_rewriter.h"

namespace dh::jvm {

// Adds the bridges, whose calls are then rewritten like any other. False: nothing was added.
bool add_bridges(ClassRewrite& shared);

}  // namespace dh::jvm
