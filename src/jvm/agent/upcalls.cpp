#include "jvm/agent/upcalls.h"

namespace dh::jvm {

namespace {

void clear(JNIEnv* env) {
  if (env->ExceptionCheck()) env->ExceptionClear();
}

}  // namespace

bool Upcalls::find(JNIEnv* env, jclass hooks) {
  hooks_ = static_cast<jclass>(env->NewGlobalRef(hooks));
  bool found = true;
  const auto find_method = [&](jmethodID& method, const char* name, const char* descriptor) {
    if (found) method = env->GetStaticMethodID(hooks, name, descriptor);
    found = found && method != nullptr;
  };
#define DH_UPCALL(name, java, descriptor) find_method(name##_, java, descriptor);
#include "jvm/agent/contract.def"
#undef DH_UPCALL
  if (found) forget_sites(env, 0, 0);  // initialises the inline half too
  clear(env);
  return found;
}

jlong Upcalls::offset_of(JNIEnv* env, jclass owner, const std::string& field) const {
  const jstring name = env->NewStringUTF(field.c_str());
  const jlong offset = name == nullptr ? -1 : env->CallStaticLongMethod(hooks_, offset_of_, owner, name);
  if (env->ExceptionCheck()) {
    env->ExceptionClear();
    return -1;
  }
  env->DeleteLocalRef(name);
  return offset;
}

jobject Upcalls::loaded(JNIEnv* env, jobject loader, const std::string& name) const {
  const jstring text = env->NewStringUTF(name.c_str());
  const jobject type = text == nullptr ? nullptr : env->CallStaticObjectMethod(hooks_, loaded_, loader, text);
  clear(env);
  return type;
}

bool Upcalls::is_of_jdk(JNIEnv* env, jobject loader) const {
  const bool is = env->CallStaticBooleanMethod(hooks_, is_of_jdk_, loader) == JNI_TRUE;
  clear(env);
  return is;
}

std::vector<uint8_t> Upcalls::class_bytes(JNIEnv* env, jobject loader, const std::string& path) const {
  const jstring text = env->NewStringUTF(path.c_str());
  const jobject found =
      text == nullptr ? nullptr : env->CallStaticObjectMethod(hooks_, class_bytes_, loader, text);
  clear(env);
  if (found == nullptr) return {};
  const auto bytes = static_cast<jbyteArray>(found);
  std::vector<uint8_t> copy(static_cast<size_t>(env->GetArrayLength(bytes)));
  env->GetByteArrayRegion(bytes, 0, static_cast<jsize>(copy.size()), reinterpret_cast<jbyte*>(copy.data()));
  env->DeleteLocalRef(bytes);
  env->DeleteLocalRef(text);
  return copy;
}

dyn::ShadowThread* Upcalls::attach(JNIEnv* env, jobject thread) const {
  const jlong shadow = env->CallStaticLongMethod(hooks_, attach_, thread);
  clear(env);
  return reinterpret_cast<dyn::ShadowThread*>(static_cast<intptr_t>(shadow));
}

void Upcalls::begin(JNIEnv* env, jobject thread) const {
  env->CallStaticVoidMethod(hooks_, begin_, thread);
  clear(env);
}

void Upcalls::detach(JNIEnv* env, jobject thread) const {
  env->CallStaticVoidMethod(hooks_, detach_, thread);
  clear(env);
}

void Upcalls::set_sampling(JNIEnv* env, bool on) const {
  env->CallStaticVoidMethod(hooks_, set_sampling_, on ? JNI_TRUE : JNI_FALSE);
  clear(env);
}

void Upcalls::forget_sites(JNIEnv* env, uint32_t first, size_t count) const {
  env->CallStaticVoidMethod(hooks_, forget_sites_, static_cast<jint>(first), static_cast<jint>(count));
  clear(env);
}

}  // namespace dh::jvm
