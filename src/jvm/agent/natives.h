// The native methods of the shim's class java.lang.DeadHeatHooks.
#pragma once

#include <jni.h>

#include "jvm/agent/runtime.h"

namespace dh::jvm {

// Before the class is initialised. The runtime must outlive every thread of the target.
void bind_natives(Runtime& runtime);

}  // namespace dh::jvm
