// The JVMTI agent: what the JVM calls.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <jvmti.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <mutex>

#include "base/embedded.h"
#include "jvm/agent/classes.h"
#include "jvm/agent/natives.h"
#include "jvm/agent/sampler.h"
#include "jvm/agent/watchdog.h"

namespace dh {
extern const std::span<const EmbeddedFile> jvm_shim_classes;
}

namespace dh::jvm {

namespace {

// The JVM gives callbacks no pointer of ours. Made in Agent_OnLoad and never destroyed: threads of the target
// run until the process ends.
struct Agent {
  std::unique_ptr<Runtime> runtime;
  std::unique_ptr<Classes> classes;
  jvmtiEnv* jvmti = nullptr;
};
Agent* agent = nullptr;

void complain(std::string_view text) {
  // Not fmt::print, which throws where standard error cannot be written.
  std::fputs(fmt::format("deadheat: {}; the program runs without analysis\n", text).c_str(), stderr);
}

// For --dump-classes: what cannot be written is left out, and said once.
void dump_class(const char* name, const std::vector<uint8_t>& bytes) {
  static std::once_flag complained;
  const std::filesystem::path path =
      std::filesystem::path(agent->runtime->options().dump_classes) / (std::string(name) + ".class");
  std::error_code error;
  std::filesystem::create_directories(path.parent_path(), error);
  const std::unique_ptr<FILE, int (*)(FILE*)> out(
      std::fopen(path.c_str(), "wb"), [](FILE* file) { return file == nullptr ? 0 : std::fclose(file); });
  if (out != nullptr && std::fwrite(bytes.data(), 1, bytes.size(), out.get()) == bytes.size()) return;
  std::call_once(complained, [&] {
    agent->runtime->say("warning", fmt::format("--dump-classes: {} cannot be written", path.string()));
  });
}

void JNICALL on_class_file(jvmtiEnv* jvmti, JNIEnv* env, jclass, jobject loader, const char* name, jobject,
                           jint size, const unsigned char* bytes, jint* new_size, unsigned char** new_bytes) {
  if (name == nullptr || agent->classes == nullptr) return;
  std::vector<uint8_t> changed;
  try {
    changed = agent->classes->rewrite(env, loader, name, {bytes, static_cast<size_t>(size)});
  } catch (const std::exception& failure) {  // no memory: the classes that are rewritten go on
    agent->classes->stop();
    agent->runtime->say(
        "warning", fmt::format("{}: {}; classes from here on are not instrumented", name, failure.what()));
  }
  if (changed.empty()) return;
  if (!agent->runtime->options().dump_classes.empty()) dump_class(name, changed);
  unsigned char* copy = nullptr;
  if (jvmti->Allocate(static_cast<jlong>(changed.size()), &copy) != JVMTI_ERROR_NONE) return;
  std::memcpy(copy, changed.data(), changed.size());
  *new_bytes = copy;
  *new_size = static_cast<jint>(changed.size());
}

jclass define_shim(JNIEnv* env) {
  jclass hooks = nullptr;
  for (const EmbeddedFile& file : jvm_shim_classes) {
    const std::string name(file.name.substr(0, file.name.rfind('.')));
    const jclass type =
        env->DefineClass(name.c_str(), nullptr, reinterpret_cast<const jbyte*>(file.text.data()),
                         static_cast<jsize>(file.text.size()));
    if (type == nullptr) return nullptr;
    if (name == "java/lang/DeadHeatHooks") hooks = type;
  }
  return hooks;
}

bool is_hooked(const std::string& name, const std::vector<std::string>& patterns) {
  return std::any_of(patterns.begin(), patterns.end(), [&](const std::string& pattern) {
    return pattern.ends_with('*') ? name.starts_with(std::string_view(pattern).substr(0, pattern.size() - 1))
                                  : name == pattern;
  });
}

// Classes of the JDK with hooks that were loaded before the shim was there. All at once is quickest; where
// the JVM refuses that for the sake of one, the others are done one by one.
void retransform_hooked(jvmtiEnv* jvmti, JNIEnv* env) {
  jint count = 0;
  jclass* loaded = nullptr;
  if (jvmti->GetLoadedClasses(&count, &loaded) != JVMTI_ERROR_NONE) {
    agent->runtime->say("warning", "the JVM does not tell its loaded classes; events of the JDK are missing");
    return;
  }
  const std::vector<std::string> patterns = agent->classes->hooked_jdk_classes();
  std::vector<jclass> again;
  std::vector<std::string> lost;
  for (jint i = 0; i < count; ++i) {
    const std::string name = class_name(jvmti, loaded[i]);
    if (!is_hooked(name, patterns)) continue;
    jboolean modifiable = JNI_FALSE;
    jvmti->IsModifiableClass(loaded[i], &modifiable);
    // Hidden classes and arrays: lambdas of the JDK's own code, which have no hooks.
    if (modifiable == JNI_TRUE) again.push_back(loaded[i]);
  }
  if (!again.empty() &&
      jvmti->RetransformClasses(static_cast<jint>(again.size()), again.data()) != JVMTI_ERROR_NONE) {
    for (const jclass type : again) {
      if (jvmti->RetransformClasses(1, &type) != JVMTI_ERROR_NONE) lost.push_back(class_name(jvmti, type));
    }
  }
  for (std::string& name : lost) std::replace(name.begin(), name.end(), '/', '.');
  if (!lost.empty()) {
    agent->runtime->say("warning",
                        fmt::format("classes of the JDK that cannot be instrumented; what they order is not "
                                    "seen, and races may be false: {}",
                                    fmt::join(lost, ", ")));
  }
  for (jint i = 0; i < count; ++i) env->DeleteLocalRef(loaded[i]);
  jvmti->Deallocate(reinterpret_cast<unsigned char*>(loaded));
}

void attach_running_threads(jvmtiEnv* jvmti, JNIEnv* env) {
  jint count = 0;
  jthread* threads = nullptr;
  if (jvmti->GetAllThreads(&count, &threads) != JVMTI_ERROR_NONE) return;
  for (jint i = 0; i < count; ++i) agent->runtime->upcalls().attach(env, threads[i]);
  jvmti->Deallocate(reinterpret_cast<unsigned char*>(threads));
}

bool start_shim(jvmtiEnv* jvmti, JNIEnv* env) {
  const jclass hooks = define_shim(env);
  Upcalls upcalls;
  if (hooks == nullptr) return false;
  bind_natives(*agent->runtime);
  agent->runtime->set_jvm(jvmti, {});
  if (!upcalls.find(env, hooks)) return false;
  agent->runtime->set_jvm(jvmti, upcalls);
  return true;
}

void JNICALL on_init(jvmtiEnv* jvmti, JNIEnv* env, jthread) {
  if (!start_shim(jvmti, env)) {
    if (env->ExceptionCheck()) {
      env->ExceptionDescribe();
      env->ExceptionClear();
    }
    complain("the shim classes cannot be loaded into this JVM");
    agent->classes->stop();
    return;
  }
  agent->classes->shim_is_ready();
  attach_running_threads(jvmti, env);
  retransform_hooked(jvmti, env);
  jvmti->SetEventNotificationMode(JVMTI_ENABLE, JVMTI_EVENT_THREAD_START, nullptr);
  jvmti->SetEventNotificationMode(JVMTI_ENABLE, JVMTI_EVENT_THREAD_END, nullptr);
  jvmti->SetEventNotificationMode(JVMTI_ENABLE, JVMTI_EVENT_OBJECT_FREE, nullptr);
  Watchdog::start(jvmti, env, *agent->runtime);
  if (agent->runtime->options().sampling.is_on()) Sampler::start(jvmti, env, *agent->runtime);
}

void JNICALL on_thread_start(jvmtiEnv*, JNIEnv* env, jthread thread) {
  agent->runtime->upcalls().begin(env, thread);
}

void JNICALL on_thread_end(jvmtiEnv*, JNIEnv* env, jthread thread) {
  agent->runtime->upcalls().detach(env, thread);
}

// Only classes are tagged, with their numbers. May come from any thread, without its JNI.
void JNICALL on_class_gone(jvmtiEnv*, jlong tag) {
  agent->runtime->class_gone(static_cast<uint32_t>(tag));
}

void JNICALL on_death(jvmtiEnv*, JNIEnv*) {
  agent->runtime->close();
}

bool too_old(jvmtiEnv* jvmti, std::string& version) {
  char* text = nullptr;
  if (jvmti->GetSystemProperty("java.vm.specification.version", &text) != JVMTI_ERROR_NONE) return false;
  version = text;
  jvmti->Deallocate(reinterpret_cast<unsigned char*>(text));
  return std::strtol(version.c_str(), nullptr, 10) < 17;  // Java 8 says 1.8
}

bool set_up_jvmti(jvmtiEnv* jvmti) {
  jvmtiCapabilities capabilities{};
  capabilities.can_generate_all_class_hook_events = 1;
  capabilities.can_generate_early_class_hook_events = 1;
  capabilities.can_retransform_classes = 1;
  capabilities.can_retransform_any_class = 1;
  capabilities.can_get_line_numbers = 1;
  capabilities.can_get_source_file_name = 1;
  capabilities.can_tag_objects = 1;
  capabilities.can_generate_object_free_events = 1;
  capabilities.can_get_current_contended_monitor = 1;
  capabilities.can_get_monitor_info = 1;
  capabilities.can_suspend = 1;
  if (jvmti->AddCapabilities(&capabilities) != JVMTI_ERROR_NONE) return false;
  jvmtiEventCallbacks callbacks{};
  callbacks.ClassFileLoadHook = on_class_file;
  callbacks.VMInit = on_init;
  callbacks.VMDeath = on_death;
  callbacks.ThreadStart = on_thread_start;
  callbacks.ThreadEnd = on_thread_end;
  callbacks.ObjectFree = on_class_gone;
  if (jvmti->SetEventCallbacks(&callbacks, sizeof callbacks) != JVMTI_ERROR_NONE) return false;
  for (const jvmtiEvent event :
       {JVMTI_EVENT_CLASS_FILE_LOAD_HOOK, JVMTI_EVENT_VM_INIT, JVMTI_EVENT_VM_DEATH}) {
    if (jvmti->SetEventNotificationMode(JVMTI_ENABLE, event, nullptr) != JVMTI_ERROR_NONE) return false;
  }
  return true;
}

// What is wrong, or empty. Whatever it is, the target runs.
std::string load(JavaVM* vm, const char* options) {
  jvmtiEnv* jvmti = nullptr;
  if (vm->GetEnv(reinterpret_cast<void**>(&jvmti), JVMTI_VERSION_1_2) != JNI_OK)
    return "the JVM does not support JVMTI";
  std::string version;
  if (too_old(jvmti, version)) return fmt::format("Java {} is too old, 17 or newer is needed", version);
  auto read = read_agent_options(options == nullptr ? "" : options);
  if (!read) return read.error().message;
  auto runtime = Runtime::make(std::move(*read));
  if (!runtime) return runtime.error().message;
  agent = std::make_unique<Agent>().release();
  agent->runtime = std::move(*runtime);
  agent->classes = std::make_unique<Classes>(*agent->runtime);
  agent->jvmti = jvmti;
  if (!set_up_jvmti(jvmti)) return "the JVM does not allow agents to rewrite classes";
  return {};
}

}  // namespace

}  // namespace dh::jvm

extern "C" JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM* vm, char* options, void*) {
  const std::string problem = dh::jvm::load(vm, options);
  if (!problem.empty()) dh::jvm::complain(problem);
  return JNI_OK;
}
