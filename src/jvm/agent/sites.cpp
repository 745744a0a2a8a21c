#include "jvm/agent/sites.h"

#include <algorithm>

namespace dh::jvm {

void SiteInfo::unresolve(JNIEnv* env) {
  if (is_field(kind) || kind == SiteKind::call) variable.store(UINT32_MAX);
  class_id.store(0);
  field_offset.store(0);
  for (auto& offset : history) offset.store(-1);
  if (const jweak old = base.exchange(nullptr)) env->DeleteWeakGlobalRef(old);
}

bool Sites::add(size_t n) {
  const uint64_t end = uint64_t{next()} + n;
  if (end > kChunk * kChunks) return false;
  while (owned_.size() * kChunk < end) {
    owned_.push_back(std::make_unique<Chunk>());
    chunks_[owned_.size() - 1].store(owned_.back().get(), std::memory_order_release);
  }
  next_.store(static_cast<uint32_t>(end), std::memory_order_relaxed);
  return true;
}

std::string symbol_name(std::string_view class_name, std::string_view method) {
  std::string name(class_name);
  std::replace(name.begin(), name.end(), '/', '.');
  // Nested classes as one writes them. Anonymous ones have a number and no other name.
  for (size_t i = 1; i + 1 < name.size(); ++i) {
    const char next = name[i + 1];
    const bool starts_name = (next >= 'A' && next <= 'Z') || (next >= 'a' && next <= 'z') || next == '_';
    if (name[i] == '$' && name[i - 1] != '.' && name[i - 1] != '$' && starts_name) name[i] = '.';
  }
  if (!method.empty()) {
    name += '.';
    name += method;
  }
  return name;
}

dyn::LocId Places::intern(std::string_view class_name, std::string_view source_file, std::string_view method,
                          int32_t line) {
  uint64_t key = hash_combine(hash_bytes(class_name), hash_bytes(method));
  key = hash_combine(key, static_cast<uint64_t>(line));
  const std::lock_guard lock(mutex_);
  const auto [it, is_new] = known_.try_emplace(key, dyn::LocId());
  if (!is_new) return it->second;
  dyn::LocationName place;
  place.symbol = symbol_name(class_name, method);
  if (!source_file.empty()) {
    const size_t slash = class_name.rfind('/');
    if (slash != std::string_view::npos) place.path = class_name.substr(0, slash + 1);
    place.path += source_file;
    place.line = line > 0 ? static_cast<uint32_t>(line) : 0;
  }
  const std::lock_guard names_lock(names_.guard());
  it->second = names_.add_location(std::move(place));
  return it->second;
}

}  // namespace dh::jvm
