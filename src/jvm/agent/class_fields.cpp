#include "jvm/agent/class_fields.h"

#include <fmt/format.h>

#include "classfile/class_file.h"

namespace dh::jvm {

namespace {

std::string field_key(std::string_view name, std::string_view descriptor) {
  return fmt::format("{}:{}", name, descriptor);
}

}  // namespace

ClassFields::Table ClassFields::read(jvmtiEnv* jvmti, jclass type) const {
  Table table;
  jint count = 0;
  jfieldID* fields = nullptr;
  if (jvmti->GetClassFields(type, &count, &fields) != JVMTI_ERROR_NONE) return table;
  StringMap<size_t> of_name;
  for (jint i = 0; i < count; ++i) {
    char* name = nullptr;
    char* signature = nullptr;
    if (jvmti->GetFieldName(type, fields[i], &name, &signature, nullptr) != JVMTI_ERROR_NONE) continue;
    const bool added = std::string_view(name).starts_with(kShadowPrefix);
    if (!added) {
      Entry entry;
      jvmti->GetFieldModifiers(type, fields[i], &entry.field.modifiers);
      const bool whole = one_per_object_ && (entry.field.modifiers & classfile::access::kStatic) == 0;
      entry.field.shadow = shadow_name(name, of_name[name]++, whole);
      table.emplace(field_key(name, signature), std::move(entry));
    }
    jvmti->Deallocate(reinterpret_cast<unsigned char*>(name));
    jvmti->Deallocate(reinterpret_cast<unsigned char*>(signature));
    if (added) break;  // fields are in the order of the class file, where ours are the last
  }
  jvmti->Deallocate(reinterpret_cast<unsigned char*>(fields));
  return table;
}

// The caller holds the lock.
ClassFields::Table& ClassFields::table(jvmtiEnv* jvmti, uint32_t number, jclass type) {
  auto known = classes_.find(number);
  if (known == classes_.end()) known = classes_.emplace(number, read(jvmti, type)).first;
  return known->second;
}

std::optional<DeclaredField> ClassFields::find(jvmtiEnv* jvmti, uint32_t number, jclass type,
                                               const MemberRef& wanted) {
  const std::lock_guard lock(mutex_);
  const Table& fields = table(jvmti, number, type);
  const auto field = fields.find(field_key(wanted.name, wanted.descriptor));
  if (field == fields.end()) return std::nullopt;
  return field->second.field;
}

std::vector<MemberRef> ClassFields::all(jvmtiEnv* jvmti, uint32_t number, jclass type, bool statics) {
  namespace access = classfile::access;
  std::vector<MemberRef> result;
  const std::lock_guard lock(mutex_);
  for (const auto& [name, entry] : table(jvmti, number, type)) {
    const jint modifiers = entry.field.modifiers;
    if (((modifiers & access::kStatic) != 0) != statics) continue;
    if ((modifiers & (access::kFinal | access::kVolatile)) != 0) continue;
    const size_t colon = name.find(':');
    result.push_back({"", name.substr(0, colon), name.substr(colon + 1)});
  }
  return result;
}

FieldOffsets ClassFields::offsets(JNIEnv* env, const Upcalls& upcalls, uint32_t number, jclass type,
                                  const MemberRef& wanted) {
  std::string shadow;
  {
    const std::lock_guard lock(mutex_);
    const auto known = classes_.find(number);
    if (known == classes_.end()) return {};
    const auto field = known->second.find(field_key(wanted.name, wanted.descriptor));
    if (field == known->second.end()) return {};
    if (field->second.offsets) return *field->second.offsets;
    shadow = field->second.field.shadow;
  }
  // Java code runs here: without the lock.
  FieldOffsets found;
  found.field = upcalls.offset_of(env, type, wanted.name);
  found.shadow = upcalls.offset_of(env, type, shadow);
  if (found.shadow >= 0) {
    found.last_read = upcalls.offset_of(env, type, last_read_name(shadow));
    found.last_write = upcalls.offset_of(env, type, last_write_name(shadow));
  }
  const std::lock_guard lock(mutex_);
  const auto known = classes_.find(number);
  if (known == classes_.end()) return found;
  const auto field = known->second.find(field_key(wanted.name, wanted.descriptor));
  if (field != known->second.end()) field->second.offsets = found;
  return found;
}

void ClassFields::forget(uint32_t number) {
  const std::lock_guard lock(mutex_);
  classes_.erase(number);
}

}  // namespace dh::jvm
