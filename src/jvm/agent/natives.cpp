#include "jvm/agent/natives.h"

#include <fmt/format.h>

#include "jvm/agent/resolve.h"

namespace dh::jvm {

namespace {

// Natives get no pointer of ours, so there is one place where they find the runtime. Set once, before any
// runs.
Runtime* the_runtime = nullptr;

dyn::ShadowThread& thread_at(jlong pointer) {
  return *reinterpret_cast<dyn::ShadowThread*>(static_cast<intptr_t>(pointer));
}
dyn::ShadowLock& lock_at(jlong handle) {
  return *reinterpret_cast<dyn::ShadowLock*>(static_cast<intptr_t>(handle));
}
jlong handle_of(const void* pointer) {
  return static_cast<jlong>(reinterpret_cast<intptr_t>(pointer));
}

constexpr int kReadPaths = 16;
constexpr int kWritePaths = 1040;
constexpr int kOptions = 2064;

jlong path_field(const std::vector<dyn::FastPath>& paths, int at) {
  const auto index = static_cast<size_t>(at / 8);
  if (index >= paths.size()) return 0;
  const dyn::FastPath& path = paths[index];
  switch (at % 8) {
    case 0:
      return static_cast<jlong>(path.mask);
    case 1:
      return path.compare;
    case 2:
      return path.swap ? 1 : 0;
    case 3:
      return static_cast<jlong>(path.keep);
    case 4:
      return path.with;
    default:
      return 0;
  }
}

// What the shim wants to know when it is initialised; docs/jvm.md has the table.
jlong JNICALL config(JNIEnv*, jclass, jint index) {
  const dyn::FastPaths& paths = the_runtime->fast_paths().front();
  static_assert(sizeof(dyn::ShadowThread) > 0);
  switch (index) {
    case 0:
      return static_cast<jlong>(paths.read.size());
    case 1:
      return static_cast<jlong>(paths.write.size());
    case 2:
      return 1;  // words per location
    case 3:
      return the_runtime->chain().thread_words;
    case 4: {
      const dyn::ShadowThread* none = nullptr;
      return handle_of(&none->words);
    }
    case kOptions:
      return 1;  // history
    case kOptions + 1:
      return the_runtime->options().one_per_object ? 1 : 0;
    case kOptions + 2:
      return the_runtime->options().one_per_array ? 1 : 0;
    default:
      break;
  }
  if (index >= kReadPaths && index < kWritePaths) return path_field(paths.read, index - kReadPaths);
  if (index >= kWritePaths && index < kOptions) return path_field(paths.write, index - kWritePaths);
  return 0;
}

jlong JNICALL resolve(JNIEnv* env, jclass, jint site, jobject object) {
  return resolve_site(env, *the_runtime, static_cast<uint32_t>(site), object);
}

jlong JNICALL history_offset(JNIEnv*, jclass, jint site, jint write) {
  const SiteInfo* info = the_runtime->sites().find(static_cast<uint32_t>(site));
  return info == nullptr ? -1 : info->history[write & 1].load(std::memory_order_acquire);
}

jlong JNICALL field_offset(JNIEnv*, jclass, jint site) {
  const SiteInfo* info = the_runtime->sites().find(static_cast<uint32_t>(site));
  return info == nullptr ? 0 : info->field_offset.load(std::memory_order_acquire);
}

jobject JNICALL static_base(JNIEnv* env, jclass, jint site) {
  const SiteInfo* info = the_runtime->sites().find(static_cast<uint32_t>(site));
  const jweak base = info == nullptr ? nullptr : info->base.load(std::memory_order_acquire);
  return base == nullptr ? nullptr : env->NewLocalRef(base);
}

jlong JNICALL access0(JNIEnv*, jclass, jlong thread, jlong word, jint site, jint last_read, jint last_write,
                      jint index) {
  return static_cast<jlong>(the_runtime->access(thread_at(thread), static_cast<uint64_t>(word),
                                                static_cast<uint32_t>(site), static_cast<uint32_t>(last_read),
                                                static_cast<uint32_t>(last_write), index));
}

void JNICALL sync0(JNIEnv*, jclass, jlong thread, jint kind, jlong handle, jint site, jint detail) {
  if (handle == 0 || kind < 0 || kind >= static_cast<jint>(dyn::kEventKinds)) return;
  the_runtime->sync(thread_at(thread), static_cast<dyn::EventKind>(kind), lock_at(handle),
                    static_cast<uint32_t>(site), detail);
}

void JNICALL class0(JNIEnv* env, jclass, jlong thread, jint site) {
  const jclass type = the_runtime->caller();
  if (type == nullptr) return;
  const uint32_t number = class_number(env, *the_runtime, type);
  the_runtime->class_init(thread_at(thread), number, static_cast<uint32_t>(site));
}

void JNICALL method0(JNIEnv*, jclass, jlong thread, jint kind, jint site) {
  the_runtime->method_event(thread_at(thread),
                            kind == 0 ? dyn::EventKind::method_enter : dyn::EventKind::method_exit,
                            static_cast<uint32_t>(site));
}

jlong JNICALL new_thread(JNIEnv* env, jclass, jobject, jstring name, jboolean running) {
  if (the_runtime->closed()) return 0;
  std::string text = "a thread";
  if (name != nullptr) {
    if (const char* chars = env->GetStringUTFChars(name, nullptr)) {
      text = chars;
      env->ReleaseStringUTFChars(name, chars);
    }
  }
  return handle_of(the_runtime->new_thread(text, running == JNI_TRUE));
}

void JNICALL start_thread(JNIEnv*, jclass, jlong thread, jlong other, jint site) {
  the_runtime->thread_event(thread_at(thread), dyn::EventKind::start_pre, &thread_at(other),
                            static_cast<uint32_t>(site));
}

void JNICALL join_thread(JNIEnv*, jclass, jlong thread, jlong other, jint site) {
  the_runtime->thread_event(thread_at(thread), dyn::EventKind::join_post, &thread_at(other),
                            static_cast<uint32_t>(site));
}

void JNICALL thread_event(JNIEnv*, jclass, jlong thread, jint kind, jlong other, jint site) {
  the_runtime->thread_event(thread_at(thread), static_cast<dyn::EventKind>(kind),
                            other == 0 ? nullptr : &thread_at(other), static_cast<uint32_t>(site));
}

jlong JNICALL new_lock(JNIEnv* env, jclass, jint space, jobject object, jlong key) {
  if (the_runtime->closed()) return 0;
  std::string name = "an object";
  if (object != nullptr) name = object_name(env, *the_runtime, object);
  const auto where = static_cast<dyn::Space>(space);
  if (where == dyn::Space::atomic && key > 0) name += fmt::format(" (volatile at {})", key);
  return handle_of(the_runtime->new_lock(where, name));
}

void JNICALL free_lock(JNIEnv*, jclass, jlong) {
  // The engine keeps its locks for the life of the process.
}

}  // namespace

bool register_natives(JNIEnv* env, jclass hooks, Runtime& runtime) {
  the_runtime = &runtime;
  const auto method = [](const char* name, const char* signature, auto* function) {
    return JNINativeMethod{const_cast<char*>(name), const_cast<char*>(signature),
                           reinterpret_cast<void*>(function)};
  };
  const JNINativeMethod methods[] = {
      method("config", "(I)J", config),
      method("resolve", "(ILjava/lang/Object;)J", resolve),
      method("historyOffset", "(II)J", history_offset),
      method("fieldOffset", "(I)J", field_offset),
      method("staticBase", "(I)Ljava/lang/Object;", static_base),
      method("access0", "(JJIIII)J", access0),
      method("sync0", "(JIJII)V", sync0),
      method("class0", "(JI)V", class0),
      method("method0", "(JII)V", method0),
      method("newThread", "(Ljava/lang/Thread;Ljava/lang/String;Z)J", new_thread),
      method("startThread", "(JJI)V", start_thread),
      method("joinThread", "(JJI)V", join_thread),
      method("threadEvent", "(JIJI)V", thread_event),
      method("newLock", "(ILjava/lang/Object;J)J", new_lock),
      method("freeLock", "(J)V", free_lock),
  };
  return env->RegisterNatives(hooks, methods, static_cast<jint>(std::size(methods))) == JNI_OK;
}

}  // namespace dh::jvm
