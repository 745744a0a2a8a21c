// The native methods of the shim's class java.lang.DeadHeatHooks.
#pragma once

#include <jni.h>

#include "jvm/agent/runtime.h"

namespace dh::jvm {

// Binds them; the runtime must outlive every thread of the target. False: the class is not what we think.
bool register_natives(JNIEnv* env, jclass hooks, Runtime& runtime);

}  // namespace dh::jvm
