// Which classes are rewritten, and how. Called by the JVM for every class that is loaded, on any thread.
#pragma once

#include <string_view>

#include "jvm/agent/known_fields.h"
#include "jvm/agent/known_types.h"
#include "jvm/agent/runtime.h"
#include "jvm/instrument.h"

namespace dh::jvm {

// Whether a class (internal name) is rewritten as the program's own.
bool is_instrumented(const AgentOptions& options, std::string_view name);

// What the models say about a method of a type itself, as lines: when, class and method of the shim,
// operands.
std::string model_of_method(const AgentOptions& options, std::string_view owner, std::string_view name,
                            std::string_view descriptor);

class Classes {
 public:
  explicit Classes(Runtime& runtime);

  // New bytes, or empty: the class stays as it is. `loader` is null for the boot loader.
  std::vector<uint8_t> rewrite(JNIEnv* env, jobject loader, std::string_view name,
                               std::span<const uint8_t> bytes);
  // Classes of the JDK that have hooks of their own, in internal form; may be loaded already at VMInit.
  std::vector<std::string> hooked_jdk_classes() const;
  // Nothing is rewritten from now on: the shim could not be loaded.
  void stop() { stopped_.store(true, std::memory_order_release); }
  // The shim exists: hooks in classes of the JDK may call it from now on.
  void shim_is_ready() { shim_ready_.store(true, std::memory_order_release); }

 private:
  // A class, by its loader and its sites.
  struct Loaded {
    jweak loader = nullptr;
    uint32_t first = 0;  // 0: none
    size_t sites = 0;
  };
  bool wants(std::string_view name) const { return is_instrumented(runtime_.options(), name); }
  std::vector<uint8_t> rewrite_with(JNIEnv* env, jobject loader, std::string_view name,
                                    std::span<const uint8_t> bytes, const Settings& settings);
  std::vector<uint8_t> rewrite_hooked(JNIEnv* env, jobject loader, std::string_view name,
                                      std::span<const uint8_t> bytes);
  Loaded sites_of_lost_class(JNIEnv* env, uint64_t bytes);
  bool has_sites(const RewriteResult& result, const Loaded& lost);
  void add_class(JNIEnv* env, jobject loader, uint64_t bytes, uint32_t first, size_t sites);
  void note_skipped_class(std::string_view name, const std::string& why);
  void add_sites(const RewriteResult& result, uint32_t first);

  Runtime& runtime_;
  Settings settings_;
  KnownFields fields_;
  HookTable hooks_;
  KnownTypes types_{hooks_};
  struct JdkHooks {
    std::string pattern;  // class name, or a prefix with * at the end
    HookTable hooks;
  };
  std::vector<JdkHooks> jdk_hooks_;
  std::atomic<bool> shim_ready_{false};
  std::atomic<bool> stopped_{false};
  std::deque<MemberRef> members_;  // guarded by Sites::guard()
  // Classes that may go with their loaders, by what they were made of. One that is loaded again gets the
  // sites that it had. Guarded by Sites::guard().
  FlatMap<uint64_t, std::vector<Loaded>> loaded_;
};

}  // namespace dh::jvm
