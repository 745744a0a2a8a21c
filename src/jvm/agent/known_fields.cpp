#include "jvm/agent/known_fields.h"

#include <algorithm>
#include <set>

#include "classfile/class_file.h"

namespace dh::jvm {

using namespace classfile;

namespace {

std::string key(std::string_view name, std::string_view descriptor) {
  std::string text(name);
  return text.append(1, ':').append(descriptor);
}

}  // namespace

namespace {

// Whether the first use of the class runs code, of its own or of its supertypes.
bool is_initialised_by_code(const ClassFile& file) {
  if (file.super_name() != "java/lang/Object" || !file.interfaces.empty()) return true;
  return std::any_of(file.methods.begin(), file.methods.end(),
                     [&](const Member& method) { return file.pool.utf8(method.name) == "<clinit>"; });
}

}  // namespace

KnownFields::Fields KnownFields::read(std::span<const uint8_t> bytes) {
  Fields fields;
  const auto file = read_class(bytes);
  if (!file) return fields;
  // Of a static field it is not enough to know that it is not volatile: its access may run the initialiser.
  const bool has_statics = !is_initialised_by_code(*file);
  for (const Member& field : file->fields) {
    if ((field.access & access::kStatic) != 0 && !has_statics) continue;
    fields.emplace(key(file->pool.utf8(field.name), file->pool.utf8(field.descriptor)), field.access);
  }
  return fields;
}

bool KnownFields::learn(JNIEnv* env, const Upcalls& upcalls, jobject loader, std::span<const uint8_t> bytes,
                        bool (*wanted)(std::string_view, const void*), const void* context) {
  const auto file = read_class(bytes);
  if (!file) return false;
  std::set<std::string, std::less<>> owners;
  for (size_t i = 1; i < file->pool.count(); ++i) {
    if (file->pool.tag(static_cast<uint16_t>(i)) != Tag::field_ref) continue;
    const auto name = file->pool.member(static_cast<uint16_t>(i));
    if (name && name->owner != file->name() && wanted(name->owner, context)) owners.emplace(name->owner);
  }
  if (owners.empty()) return true;
  if (!upcalls.is_of_jdk(env, loader)) return false;
  for (const std::string& owner : owners) {
    {
      const std::lock_guard lock(mutex_);
      if (classes_.contains(owner)) continue;
    }
    Fields fields = read(upcalls.class_bytes(env, loader, owner + ".class"));
    const std::lock_guard lock(mutex_);
    classes_.emplace(owner, std::move(fields));
  }
  return true;
}

std::optional<uint16_t> KnownFields::find(std::string_view owner, std::string_view name,
                                          std::string_view descriptor) const {
  const std::lock_guard lock(mutex_);
  const auto known = classes_.find(owner);
  if (known == classes_.end()) return std::nullopt;
  const auto field = known->second.find(key(name, descriptor));
  return field == known->second.end() ? std::nullopt : std::optional(field->second);
}

}  // namespace dh::jvm
