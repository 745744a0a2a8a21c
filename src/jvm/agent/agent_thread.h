// Threads of the agent itself, which the program does not see.
#pragma once

#include <jvmti.h>

namespace dh::jvm {

// Runs `body(jvmti, env, argument)` in a new thread of the JVM. False: the JVM runs none.
bool start_agent_thread(jvmtiEnv* jvmti, JNIEnv* env, const char* name, jvmtiStartFunction body,
                        void* argument);

}  // namespace dh::jvm
