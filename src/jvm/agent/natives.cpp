#include "jvm/agent/natives.h"

#include <fmt/format.h>

#include <cstddef>

#include "jvm/agent/classes.h"
#include "jvm/agent/contract.h"
#include "jvm/agent/resolve.h"
#include "jvm/agent/stacks.h"

namespace dh::jvm {

namespace {

// Native methods have no context argument, so they find the runtime in a global. Set once, before any of
// them runs.
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

using contract::Config;
using contract::PathField;

jlong path_field(const std::vector<dyn::FastPath>& paths, int64_t at) {
  const auto index = static_cast<size_t>(at / contract::kPathFields);
  if (index >= paths.size()) return 0;
  const dyn::FastPath& path = paths[index];
  switch (static_cast<PathField>(at % contract::kPathFields)) {
    case PathField::mask:
      return static_cast<jlong>(path.mask);
    case PathField::compare:
      return path.compare;
    case PathField::swaps:
      return path.swap ? 1 : 0;
    case PathField::keep:
      return static_cast<jlong>(path.keep);
    case PathField::with:
      return path.with;
    case PathField::count:
      break;
  }
  return 0;
}

// ShadowThread has a base class, for which the standard leaves offsetof to the compiler; without virtual
// bases it is a constant.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Winvalid-offsetof"
constexpr jlong kThreadWordsOffset = offsetof(dyn::ShadowThread, words);
#pragma GCC diagnostic pop

// A constant of Unsafe: int up to Java 24, long since. Code that was compiled for one does not link with the
// other.
jlong unsafe_constant(JNIEnv* env, const char* name) {
  const jclass type = env->FindClass("jdk/internal/misc/Unsafe");
  if (type == nullptr) return 0;
  if (const jfieldID as_int = env->GetStaticFieldID(type, name, "I"))
    return env->GetStaticIntField(type, as_int);
  env->ExceptionClear();
  const jfieldID as_long = env->GetStaticFieldID(type, name, "J");
  return as_long == nullptr ? 0 : env->GetStaticLongField(type, as_long);
}

// Whether the JVM knows branches whose profile is data; see DeadHeatProfile.java.
bool has_profiles(JNIEnv* env) {
  const jclass type = env->FindClass("java/lang/invoke/MethodHandleImpl");
  const bool found = type != nullptr && env->GetStaticMethodID(type, "profileBoolean", "(Z[I)Z") != nullptr;
  env->ExceptionClear();
  return found;
}

// What the shim asks when it is initialised.
jlong config_value(JNIEnv* env, Config index) {
  const dyn::FastPaths& paths = the_runtime->fast_paths().front();
  const AgentOptions& options = the_runtime->options();
  switch (index) {
    case Config::read_path_count:
      return static_cast<jlong>(paths.read.size());
    case Config::write_path_count:
      return static_cast<jlong>(paths.write.size());
    case Config::thread_words:
      return the_runtime->chain().thread_words;
    case Config::thread_words_offset:
      return kThreadWordsOffset;
    case Config::long_array_base:
      return unsafe_constant(env, "ARRAY_LONG_BASE_OFFSET");
    case Config::reference_array_base:
      return unsafe_constant(env, "ARRAY_OBJECT_BASE_OFFSET");
    case Config::reference_array_scale:
      return unsafe_constant(env, "ARRAY_OBJECT_INDEX_SCALE");
    case Config::remembers_steps:
      return the_runtime->remembers() ? 1 : 0;
    case Config::memo_reads:
      return static_cast<jlong>(the_runtime->memo_reads());
    case Config::sweeps_address:
      return handle_of(&the_runtime->sweeps());
    case Config::has_history:
      return 1;
    case Config::epoch_word:
      return the_runtime->epoch_word();
    case Config::one_per_array:
      return options.one_per_array ? 1 : 0;
    case Config::has_site_cache:
      return options.uses(Optimisation::array_cache) ? 1 : 0;
    case Config::has_profiles:
      return options.uses(Optimisation::profiles) && has_profiles(env) ? 1 : 0;
    case Config::has_ranges:
      return the_runtime->uses_ranges() ? 1 : 0;
    case Config::tells_ranges:
      return the_runtime->tells_ranges() ? 1 : 0;
    case Config::samples:
      return options.sampling.is_on() ? 1 : 0;
    case Config::count:
      break;
  }
  return 0;
}

jlong JNICALL config(JNIEnv* env, jclass, jint index) {
  const dyn::FastPaths& paths = the_runtime->fast_paths().front();
  if (index >= contract::kWritePaths) return path_field(paths.write, index - contract::kWritePaths);
  if (index >= contract::kReadPaths) return path_field(paths.read, index - contract::kReadPaths);
  return config_value(env, static_cast<Config>(index));
}

jlong JNICALL races(JNIEnv*, jclass) {
  return static_cast<jlong>(the_runtime->distinct_reports());
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

std::string text_of(JNIEnv* env, jstring text) {
  const char* chars = env->GetStringUTFChars(text, nullptr);
  if (chars == nullptr) return {};
  std::string result = chars;
  env->ReleaseStringUTFChars(text, chars);
  return result;
}

jlong JNICALL access0(JNIEnv* env, jclass, jlong thread, jlong word, jint site, jint last_read,
                      jint last_write, jint index, jint sweeps, jobject object) {
  dyn::ShadowThread& self = thread_at(thread);
  if (!the_runtime->looks_again(self))
    the_runtime->arrive_at_access(self, env, static_cast<uint32_t>(site), object, index);
  the_runtime->set_object(self, env, object, index < 0 ? -1 : index & ~kWrittenByCall);
  const uint64_t result = the_runtime->access(
      self, static_cast<uint64_t>(word), static_cast<uint32_t>(site), static_cast<uint32_t>(last_read),
      static_cast<uint32_t>(last_write), index, static_cast<uint32_t>(sweeps));
  the_runtime->set_object(self, nullptr, nullptr, -1);
  return static_cast<jlong>(result);
}

jlong JNICALL elements0(JNIEnv* env, jclass type_of_hooks, jlong thread, jlong word, jint site,
                        jint last_read, jint last_write, jint index, jint sweeps, jobject object, jint count,
                        jint stride) {
  the_runtime->set_elements(thread_at(thread), static_cast<uint32_t>(count), static_cast<uint8_t>(stride));
  const jlong result =
      access0(env, type_of_hooks, thread, word, site, last_read, last_write, index, sweeps, object);
  the_runtime->set_elements(thread_at(thread), 1, 1);
  return result;
}

jlong JNICALL elements_word(JNIEnv*, jclass, jlong thread, jint first, jint count) {
  return static_cast<jlong>(the_runtime->elements_word(thread_at(thread), static_cast<uint32_t>(first),
                                                       static_cast<uint32_t>(count)));
}

jlong JNICALL value0(JNIEnv*, jclass, jlong thread, jlong word, jint site, jint last_read, jint last_write,
                     jint index, jint sweeps, jlong value) {
  return static_cast<jlong>(
      the_runtime->access_value(thread_at(thread), static_cast<uint64_t>(word), static_cast<uint32_t>(site),
                                static_cast<uint32_t>(last_read), static_cast<uint32_t>(last_write), index,
                                static_cast<uint32_t>(sweeps), static_cast<uint64_t>(value)));
}

jlong JNICALL replaced0(JNIEnv*, jclass, jlong thread) {
  return static_cast<jlong>(the_runtime->replaced(thread_at(thread)));
}

jlong JNICALL field0(JNIEnv* env, jclass type_of_hooks, jlong thread, jlong word, jint site, jint last_read,
                     jint last_write, jint how, jint sweeps, jint variable, jobject object) {
  the_runtime->set_variable(thread_at(thread), static_cast<uint32_t>(variable));
  const jlong result =
      access0(env, type_of_hooks, thread, word, site, last_read, last_write, how, sweeps, object);
  the_runtime->set_variable(thread_at(thread), UINT32_MAX);
  return result;
}

jint JNICALL collection_variable(JNIEnv* env, jclass, jstring type) {
  return static_cast<jint>(the_runtime->variable(fmt::format("a {}", text_of(env, type))));
}

jobject JNICALL fields_of(JNIEnv* env, jclass, jobject type, jboolean statics) {
  const std::vector<jlong> fields =
      shadowed_fields(env, *the_runtime, static_cast<jclass>(type), statics == JNI_TRUE);
  const auto size = static_cast<jsize>(fields.size());
  const jlongArray result = env->NewLongArray(size);
  if (result != nullptr) env->SetLongArrayRegion(result, 0, size, fields.data());
  return result;
}

void JNICALL sync0(JNIEnv*, jclass, jlong thread, jint kind, jlong handle, jint site, jint detail) {
  if (handle == 0 || kind < 0 || kind >= static_cast<jint>(dyn::kEventKinds)) return;
  the_runtime->sync(thread_at(thread), static_cast<dyn::EventKind>(kind), lock_at(handle),
                    static_cast<uint32_t>(site), detail);
}

// Whether the method that a call at this site runs on objects of the class is not instrumented.
// Whether the method of this name that objects of the type have is declared outside of the program's classes.
bool inherits_method(JNIEnv* env, jclass type, const std::string& name, const std::string& descriptor) {
  const jmethodID method = env->GetMethodID(type, name.c_str(), descriptor.c_str());
  env->ExceptionClear();
  if (method == nullptr) return true;
  jclass owner = nullptr;
  jvmtiEnv* jvmti = the_runtime->jvmti();
  if (jvmti->GetMethodDeclaringClass(method, &owner) != JVMTI_ERROR_NONE) return true;
  const bool own = is_instrumented(the_runtime->options(), class_name(jvmti, owner));
  env->DeleteLocalRef(owner);
  return !own;
}

jboolean JNICALL is_library(JNIEnv* env, jclass, jobject type, jint site) {
  const SiteInfo* info = the_runtime->sites().find(static_cast<uint32_t>(site));
  if (info == nullptr || info->member == nullptr) return JNI_TRUE;
  return inherits_method(env, static_cast<jclass>(type), info->member->name, info->member->descriptor)
             ? JNI_TRUE
             : JNI_FALSE;
}

jboolean JNICALL inherits(JNIEnv* env, jclass, jobject type, jstring name, jstring descriptor) {
  return inherits_method(env, static_cast<jclass>(type), text_of(env, name), text_of(env, descriptor))
             ? JNI_TRUE
             : JNI_FALSE;
}

jobject JNICALL model_of(JNIEnv* env, jclass, jstring type, jstring name, jstring descriptor) {
  return env->NewStringUTF(model_of_method(the_runtime->options(), text_of(env, type), text_of(env, name),
                                           text_of(env, descriptor))
                               .c_str());
}

void JNICALL class0(JNIEnv* env, jclass, jlong thread, jint site) {
  const jclass type = the_runtime->caller();
  if (type == nullptr) return;
  const uint32_t number = class_number(env, *the_runtime, type);
  the_runtime->class_init(thread_at(thread), number, static_cast<uint32_t>(site));
}

jlong JNICALL array_base(JNIEnv* env, jclass, jobject type) {
  static constexpr std::pair<char, const char*> kTypes[] = {{'Z', "BOOLEAN"}, {'B', "BYTE"},  {'C', "CHAR"},
                                                            {'S', "SHORT"},   {'I', "INT"},   {'J', "LONG"},
                                                            {'F', "FLOAT"},   {'D', "DOUBLE"}};
  const std::string name = class_name(the_runtime->jvmti(), static_cast<jclass>(type));
  std::string_view element = "OBJECT";
  for (const auto& [letter, word] : kTypes) {
    if (name.size() == 2 && name[1] == letter) element = word;
  }
  return unsafe_constant(env, fmt::format("ARRAY_{}_BASE_OFFSET", element).c_str());
}

// The number of the class whose method called the shim.
jint JNICALL use_caller(JNIEnv* env, jclass, jlong thread, jint site) {
  const jclass type = the_runtime->caller();
  if (type == nullptr) return 0;
  const uint32_t number = class_number(env, *the_runtime, type);
  the_runtime->use_class(thread_at(thread), number, static_cast<uint32_t>(site));
  return static_cast<jint>(number);
}

// A class is initialised with its superclasses.
void JNICALL use_class(JNIEnv* env, jclass, jlong thread, jobject type, jint site) {
  for (auto next = static_cast<jclass>(type); next != nullptr; next = env->GetSuperclass(next)) {
    the_runtime->use_class(thread_at(thread), class_number(env, *the_runtime, next),
                           static_cast<uint32_t>(site));
  }
}

void JNICALL method0(JNIEnv*, jclass, jlong thread, jint kind, jint site) {
  the_runtime->method_event(thread_at(thread),
                            kind == 0 ? dyn::EventKind::method_enter : dyn::EventKind::method_exit,
                            static_cast<uint32_t>(site));
}

jlong JNICALL new_thread(JNIEnv* env, jclass, jobject, jstring name, jboolean running) {
  if (the_runtime->closed()) return 0;
  if (running == JNI_FALSE) the_runtime->sweep_if_due();  // else a callback of the JVM
  const std::string text = name == nullptr ? "a thread" : text_of(env, name);
  return handle_of(the_runtime->new_thread(text, running == JNI_TRUE));
}

jlong JNICALL memo_of(JNIEnv*, jclass, jlong thread) {
  return handle_of(the_runtime->memo(thread_at(thread)));
}

jlong JNICALL seen_of(JNIEnv*, jclass, jlong thread) {
  return handle_of(the_runtime->seen(thread_at(thread)));
}

void JNICALL see(JNIEnv*, jclass, jlong thread, jint site) {
  the_runtime->see(thread_at(thread), static_cast<uint32_t>(site));
}

void JNICALL start_thread(JNIEnv*, jclass, jlong thread, jlong other, jint site) {
  the_runtime->thread_event(thread_at(thread), dyn::EventKind::start_pre, &thread_at(other),
                            static_cast<uint32_t>(site));
}

void JNICALL join_thread(JNIEnv*, jclass, jlong thread, jlong other, jint site) {
  the_runtime->thread_event(thread_at(thread), dyn::EventKind::join_post, &thread_at(other),
                            static_cast<uint32_t>(site));
}

void JNICALL join_ended(JNIEnv*, jclass, jlong thread, jint site) {
  the_runtime->join_ended(thread_at(thread), static_cast<uint32_t>(site));
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

void JNICALL free_lock(JNIEnv*, jclass, jlong handle) {
  if (handle != 0) the_runtime->forget(lock_at(handle));
}

void JNICALL free_thread(JNIEnv*, jclass, jlong thread) {
  the_runtime->forget(thread_at(thread));
}

}  // namespace

void bind_natives(Runtime& runtime) {
  the_runtime = &runtime;
}

}  // namespace dh::jvm

// The JVM looks natives up in agents by name. (Registering them would make it warn on standard output.)
#define DH_NATIVE(result, name, function, parameters, arguments)                       \
  extern "C" JNIEXPORT result JNICALL Java_java_lang_DeadHeatHooks_##name parameters { \
    return dh::jvm::function arguments;                                                \
  }

DH_NATIVE(jlong, config, config, (JNIEnv * e, jclass c, jint i), (e, c, i))
DH_NATIVE(jlong, races, races, (JNIEnv * e, jclass c), (e, c))
DH_NATIVE(jboolean, isLibrary, is_library, (JNIEnv * e, jclass c, jobject t, jint s), (e, c, t, s))
DH_NATIVE(jboolean, inherits, inherits, (JNIEnv * e, jclass c, jobject t, jstring n, jstring d),
          (e, c, t, n, d))
DH_NATIVE(jobject, modelOf, model_of, (JNIEnv * e, jclass c, jstring t, jstring n, jstring d),
          (e, c, t, n, d))
DH_NATIVE(jlong, resolve, resolve, (JNIEnv * e, jclass c, jint s, jobject o), (e, c, s, o))
DH_NATIVE(jlong, historyOffset, history_offset, (JNIEnv * e, jclass c, jint s, jint w), (e, c, s, w))
DH_NATIVE(jlong, fieldOffset, field_offset, (JNIEnv * e, jclass c, jint s), (e, c, s))
DH_NATIVE(jobject, staticBase, static_base, (JNIEnv * e, jclass c, jint s), (e, c, s))
DH_NATIVE(jlong, access0, access0,
          (JNIEnv * e, jclass c, jlong t, jlong word, jint s, jint r, jint w, jint i, jint n, jobject o),
          (e, c, t, word, s, r, w, i, n, o))
DH_NATIVE(jlong, elements0, elements0,
          (JNIEnv * e, jclass c, jlong t, jlong word, jint s, jint r, jint w, jint i, jint n, jobject o,
           jint count, jint stride),
          (e, c, t, word, s, r, w, i, n, o, count, stride))
DH_NATIVE(jlong, elementsWord, elements_word, (JNIEnv * e, jclass c, jlong t, jint f, jint n),
          (e, c, t, f, n))
DH_NATIVE(jlong, value0, value0,
          (JNIEnv * e, jclass c, jlong t, jlong word, jint s, jint r, jint w, jint i, jint n, jlong v),
          (e, c, t, word, s, r, w, i, n, v))
DH_NATIVE(jlong, replaced0, replaced0, (JNIEnv * e, jclass c, jlong t), (e, c, t))
DH_NATIVE(jint, collectionVariable, collection_variable, (JNIEnv * e, jclass c, jstring t), (e, c, t))
DH_NATIVE(jlong, field0, field0,
          (JNIEnv * e, jclass c, jlong t, jlong word, jint s, jint r, jint w, jint how, jint n, jint v,
           jobject o),
          (e, c, t, word, s, r, w, how, n, v, o))
DH_NATIVE(jobject, fieldsOf, fields_of, (JNIEnv * e, jclass c, jobject t, jboolean s), (e, c, t, s))
DH_NATIVE(void, sync0, sync0, (JNIEnv * e, jclass c, jlong t, jint k, jlong h, jint s, jint d),
          (e, c, t, k, h, s, d))
DH_NATIVE(void, class0, class0, (JNIEnv * e, jclass c, jlong t, jint s), (e, c, t, s))
DH_NATIVE(jlong, arrayBase, array_base, (JNIEnv * e, jclass c, jobject t), (e, c, t))
DH_NATIVE(jint, useCaller, use_caller, (JNIEnv * e, jclass c, jlong t, jint s), (e, c, t, s))
DH_NATIVE(void, useClass, use_class, (JNIEnv * e, jclass c, jlong t, jobject k, jint s), (e, c, t, k, s))
DH_NATIVE(void, method0, method0, (JNIEnv * e, jclass c, jlong t, jint k, jint s), (e, c, t, k, s))
DH_NATIVE(jlong, newThread, new_thread, (JNIEnv * e, jclass c, jobject t, jstring n, jboolean r),
          (e, c, t, n, r))
DH_NATIVE(jlong, memoOf, memo_of, (JNIEnv * e, jclass c, jlong t), (e, c, t))
DH_NATIVE(jlong, seenOf, seen_of, (JNIEnv * e, jclass c, jlong t), (e, c, t))
DH_NATIVE(void, see0, see, (JNIEnv * e, jclass c, jlong t, jint s), (e, c, t, s))
DH_NATIVE(void, startThread, start_thread, (JNIEnv * e, jclass c, jlong t, jlong o, jint s), (e, c, t, o, s))
DH_NATIVE(void, joinThread, join_thread, (JNIEnv * e, jclass c, jlong t, jlong o, jint s), (e, c, t, o, s))
DH_NATIVE(void, joinEnded, join_ended, (JNIEnv * e, jclass c, jlong t, jint s), (e, c, t, s))
DH_NATIVE(void, threadEvent, thread_event, (JNIEnv * e, jclass c, jlong t, jint k, jlong o, jint s),
          (e, c, t, k, o, s))
DH_NATIVE(jlong, newLock, new_lock, (JNIEnv * e, jclass c, jint space, jobject o, jlong k),
          (e, c, space, o, k))
DH_NATIVE(void, freeLock, free_lock, (JNIEnv * e, jclass c, jlong h), (e, c, h))
DH_NATIVE(void, freeThread, free_thread, (JNIEnv * e, jclass c, jlong t), (e, c, t))

// Each of them has the parameters that contract.def says.
namespace dh::jvm {

namespace {

template <typename T>
constexpr char kind_of_type() {
  if (std::is_same_v<T, jlong>) return 'J';
  if (std::is_same_v<T, jint>) return 'I';
  if (std::is_same_v<T, jboolean>) return 'Z';
  return std::is_void_v<T> ? 'V' : 'L';
}

// Whether the types are those of the descriptor; all references count as one.
template <typename Return, typename... Parameters>
constexpr bool has_descriptor(Return (*)(JNIEnv*, jclass, Parameters...), std::string_view descriptor) {
  const char kinds[] = {kind_of_type<Parameters>()..., ')', kind_of_type<Return>()};
  size_t at = 1;
  for (const char kind : kinds) {
    if (at >= descriptor.size() || descriptor[at] != kind) return false;
    at = kind == 'L' ? descriptor.find(';', at) + 1 : at + 1;
  }
  return at == descriptor.size();
}

#define DH_NATIVE_METHOD(name, descriptor) \
  static_assert(has_descriptor(&Java_java_lang_DeadHeatHooks_##name, descriptor), #name);
#include "jvm/agent/contract.def"
#undef DH_NATIVE_METHOD

}  // namespace

}  // namespace dh::jvm
