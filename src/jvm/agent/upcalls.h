// Calls from the agent into the shim.
#pragma once

#include <jni.h>

#include <string>
#include <vector>

#include "dynamic/shadow_thread.h"

namespace dh::jvm {

// Plain ids; valid as long as the JVM lives. No call leaves an exception pending.
class Upcalls {
 public:
  // Initialises the shim. False: it could not be, and the exception is cleared.
  bool find(JNIEnv* env, jclass hooks);

  // Offset of a field in objects of the class (or in the class itself); -1: no such field.
  jlong offset_of(JNIEnv* env, jclass owner, const std::string& field) const;
  // The class of that name ("a.b.C") as the loader knows it already; null: it does not.
  jobject loaded(JNIEnv* env, jobject loader, const std::string& name) const;
  // Whether the loader is one of those that every JVM has.
  bool is_of_jdk(JNIEnv* env, jobject loader) const;
  // The file of a class ("a/b/C.class") as such a loader (null: the JDK) finds it; empty if there is none.
  std::vector<uint8_t> class_bytes(JNIEnv* env, jobject loader, const std::string& path) const;
  // The thread's shadow, made if need be; null when the analysis is over.
  dyn::ShadowThread* attach(JNIEnv* env, jobject thread) const;
  void begin(JNIEnv* env, jobject thread) const;
  void detach(JNIEnv* env, jobject thread) const;
  // Whether accesses are checked from now on.
  void set_sampling(JNIEnv* env, bool on) const;
  // Sites that were resolved are not any more.
  void forget_sites(JNIEnv* env, uint32_t first, size_t count) const;

 private:
  jclass hooks_ = nullptr;  // a global reference
#define DH_UPCALL(name, java, descriptor) jmethodID name##_ = nullptr;
#include "jvm/agent/contract.def"
#undef DH_UPCALL
};

}  // namespace dh::jvm
