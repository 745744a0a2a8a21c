// The supertypes of the classes that calls name, before those classes are loaded: a model of a type's method
// also means calls through its subtypes.
#pragma once

#include <memory>
#include <mutex>
#include <span>
#include <string_view>

#include "jvm/agent/upcalls.h"
#include "jvm/call_hooks.h"

namespace dh::jvm {

// Of the JDK's classes, of those that the JDK's own loaders find, and of others that were loaded before.
// Thread-safe.
class KnownTypes {
 public:
  explicit KnownTypes(const HookTable& hooks) : hooks_(hooks) {}

  // Reads the types that the class of these bytes calls methods of, as far as hooks name such methods.
  // Runs Java code: no lock may be held.
  void learn(JNIEnv* env, const Upcalls& upcalls, jobject loader, std::span<const uint8_t> bytes);
  Lineage find(std::string_view name) const;

 private:
  struct Known {
    Lineage::Type type;
    std::vector<std::string> above;  // superclass and interfaces
  };

  bool knows(std::string_view name) const;
  std::unique_ptr<Known> read(std::span<const uint8_t> bytes) const;
  // The type and all above it, as far as they can be found.
  void learn_type(JNIEnv* env, const Upcalls& upcalls, jobject loader, std::string name);

  const HookTable& hooks_;
  mutable std::mutex mutex_;
  StringMap<std::unique_ptr<const Known>> types_;  // null: cannot be found
};

}  // namespace dh::jvm
