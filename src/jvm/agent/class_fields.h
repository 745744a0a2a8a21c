// The fields of loaded classes, with what sites need of them. Asking the JVM for one field of a class costs a
// walk through all of them, twice: each class is asked once, and each field's offsets once.
#pragma once

#include <jvmti.h>

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "base/hash.h"
#include "jvm/agent/upcalls.h"
#include "jvm/instrument.h"

namespace dh::jvm {

struct FieldOffsets {
  jlong field = -1;
  jlong shadow = -1;  // -1: of a class that is not instrumented
  jlong last_read = -1;
  jlong last_write = -1;
};

struct DeclaredField {
  jint modifiers = 0;
  std::string shadow;
};

// Thread-safe. Classes are known by their numbers (class_number).
class ClassFields {
 public:
  explicit ClassFields(bool one_per_object) : one_per_object_(one_per_object) {}

  // The field if the class declares it itself.
  std::optional<DeclaredField> find(jvmtiEnv* jvmti, uint32_t number, jclass type, const MemberRef& wanted);
  // The fields that the class declares itself, but for those that are volatile or final.
  std::vector<MemberRef> all(jvmtiEnv* jvmti, uint32_t number, jclass type, bool statics);
  // Of a field that `find` has found.
  FieldOffsets offsets(JNIEnv* env, const Upcalls& upcalls, uint32_t number, jclass type,
                       const MemberRef& wanted);
  // The class is gone.
  void forget(uint32_t number);

 private:
  struct Entry {
    DeclaredField field;
    std::optional<FieldOffsets> offsets;
  };
  using Table = StringMap<Entry>;  // by name and descriptor

  Table read(jvmtiEnv* jvmti, jclass type) const;
  Table& table(jvmtiEnv* jvmti, uint32_t number, jclass type);

  const bool one_per_object_;
  std::mutex mutex_;
  FlatMap<uint32_t, Table> classes_;
};

}  // namespace dh::jvm
