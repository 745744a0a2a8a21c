#include "jvm/agent/agent_thread.h"

namespace dh::jvm {

bool start_agent_thread(jvmtiEnv* jvmti, JNIEnv* env, const char* name, jvmtiStartFunction body,
                        void* argument) {
  const jclass type = env->FindClass("java/lang/Thread");
  const jmethodID make =
      type == nullptr ? nullptr : env->GetMethodID(type, "<init>", "(Ljava/lang/String;)V");
  const jstring text = make == nullptr ? nullptr : env->NewStringUTF(name);
  const jobject thread = text == nullptr ? nullptr : env->NewObject(type, make, text);
  if (env->ExceptionCheck()) env->ExceptionClear();
  return thread != nullptr &&
         jvmti->RunAgentThread(thread, body, argument, JVMTI_THREAD_NORM_PRIORITY) == JVMTI_ERROR_NONE;
}

}  // namespace dh::jvm
