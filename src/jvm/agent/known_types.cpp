#include "jvm/agent/known_types.h"

#include <algorithm>
#include <set>

#include "classfile/class_file.h"

namespace dh::jvm {

using namespace classfile;

bool KnownTypes::knows(std::string_view name) const {
  const std::lock_guard lock(mutex_);
  return types_.contains(name);
}

std::unique_ptr<KnownTypes::Known> KnownTypes::read(std::span<const uint8_t> bytes) const {
  const auto file = read_class(bytes);
  if (!file) return nullptr;
  auto known = std::make_unique<Known>();
  known->type.name = file->name();
  if (file->super_class != 0) known->above.emplace_back(file->super_name());
  for (const uint16_t interface : file->interfaces)
    known->above.emplace_back(file->pool.class_name(interface));
  for (const Member& method : file->methods) {
    if ((method.access & access::kPrivate) != 0) continue;
    const std::string_view name = file->pool.utf8(method.name);
    if (hooks_.names(name))
      known->type.methods.insert(std::string(name).append(file->pool.utf8(method.descriptor)));
  }
  return known;
}

void KnownTypes::learn_type(JNIEnv* env, const Upcalls& upcalls, jobject loader, std::string name) {
  std::vector<std::string> todo = {std::move(name)};
  while (!todo.empty()) {
    const std::string next = std::move(todo.back());
    todo.pop_back();
    if (knows(next)) continue;
    std::unique_ptr<Known> known = read(upcalls.class_bytes(env, loader, next + ".class"));
    if (known != nullptr) todo.insert(todo.end(), known->above.begin(), known->above.end());
    const std::lock_guard lock(mutex_);
    types_.emplace(next, std::move(known));
  }
}

void KnownTypes::learn(JNIEnv* env, const Upcalls& upcalls, jobject loader, std::span<const uint8_t> bytes) {
  const auto file = read_class(bytes);
  if (!file) return;
  std::set<std::string, std::less<>> owners;
  for (size_t i = 1; i < file->pool.count(); ++i) {
    const Tag tag = file->pool.tag(static_cast<uint16_t>(i));
    if (tag != Tag::method_ref && tag != Tag::interface_method_ref) continue;
    const auto name = file->pool.member(static_cast<uint16_t>(i));
    if (name && name->owner[0] != '[' && hooks_.names(name->name, name->descriptor) &&
        !hooks_.has_owner(name->owner, name->name, name->descriptor))
      owners.emplace(name->owner);
  }
  const bool of_jdk = upcalls.is_of_jdk(env, loader);
  // Another loader may find other classes, but it has found this one.
  if (!of_jdk || owners.contains(file->name())) {
    std::unique_ptr<const Known> own = read(bytes);
    if (own == nullptr) return;
    owners.insert(own->above.begin(), own->above.end());
    const std::lock_guard lock(mutex_);
    types_.emplace(std::string(file->name()), std::move(own));
  }
  for (const std::string& owner : owners)
    if (of_jdk || owner.starts_with("java/")) learn_type(env, upcalls, of_jdk ? loader : nullptr, owner);
}

Lineage KnownTypes::find(std::string_view name) const {
  Lineage lineage;
  lineage.complete = true;
  const std::lock_guard lock(mutex_);
  std::vector<std::string> names = {std::string(name)};
  for (size_t i = 0; i < names.size(); ++i) {
    const auto found = types_.find(names[i]);
    if (found == types_.end() || found->second == nullptr) {
      lineage.complete = false;
      continue;
    }
    lineage.types.push_back(&found->second->type);
    for (const std::string& above : found->second->above)
      if (std::find(names.begin(), names.end(), above) == names.end()) names.push_back(above);
  }
  return lineage;
}

}  // namespace dh::jvm
