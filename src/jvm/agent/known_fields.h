// What fields other classes have that code refers to, before those classes are loaded: whether a field is
// volatile or final decides what its accesses need.
#pragma once

#include <mutex>
#include <optional>
#include <span>
#include <string_view>

#include "base/hash.h"
#include "jvm/agent/upcalls.h"

namespace dh::jvm {

// Of classes that the JDK's own loaders find; other loaders may define them differently. Thread-safe.
class KnownFields {
 public:
  // Reads the classes whose fields the class of these bytes refers to, as far as `wanted` says so.
  // Runs Java code: no lock may be held. False: it is not known what this loader would find.
  bool learn(JNIEnv* env, const Upcalls& upcalls, jobject loader, std::span<const uint8_t> bytes,
             bool (*wanted)(std::string_view name, const void* context), const void* context);
  // Access flags of a field that the class itself declares. Static fields only of classes that run no code
  // when they are initialised: an access to others may synchronize.
  std::optional<uint16_t> find(std::string_view owner, std::string_view name,
                               std::string_view descriptor) const;

 private:
  using Fields = StringMap<uint16_t>;  // by name and descriptor
  static Fields read(std::span<const uint8_t> bytes);

  mutable std::mutex mutex_;
  StringMap<Fields> classes_;
};

}  // namespace dh::jvm
