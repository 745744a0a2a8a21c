// The sites of instrumented code: every place where an event can come from, by the number that the rewriter
// put into the code.
#pragma once

#include <jni.h>

#include <array>
#include <atomic>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "dynamic/names.h"
#include "jvm/agent/contract.h"
#include "jvm/instrument.h"

namespace dh::jvm {

// Written once, before the class that has the site runs; what is resolved later is atomic.
struct SiteInfo {
  SiteKind kind{};
  bool same_stack = false;  // as at an earlier site of the method, but for the line
  dyn::LocId location;
  uint16_t watched = 0;               // see Confirmer::watch
  uint32_t method = 0;                // id in Space::method
  const MemberRef* member = nullptr;  // of field accesses
  std::atomic<uint32_t> variable{UINT32_MAX};
  std::atomic<uint32_t> class_id{0};     // of static fields, and of fields of enums: the class, plus one
  std::atomic<int64_t> field_offset{0};  // of the field itself
  std::atomic<int64_t> history[2] = {-1, -1};
  std::atomic<jweak> base{nullptr};  // of static fields: the declaring class

  // The class that has the site is gone, and a class of the same bytes gets it.
  void unresolve(JNIEnv* env);
};

// As the index of an access: see contract.def.
inline constexpr auto kCollectionWrite = static_cast<int32_t>(contract::kCollectionWrite);
inline constexpr auto kWrittenByCall = static_cast<int32_t>(contract::kWrittenByCall);
inline constexpr std::string_view kArrayElement = "an array's element";

inline bool is_write(SiteKind kind) {
  return kind == SiteKind::field_write || kind == SiteKind::static_write || kind == SiteKind::array_write;
}
// `index` as the shim passes it: calls of libraries say there what they do.
inline bool writes_at(const SiteInfo& site, int32_t index) {
  if (site.kind != SiteKind::call) return is_write(site.kind);
  return index == kCollectionWrite || (index >= 0 && (index & kWrittenByCall) != 0);
}
inline bool is_field(SiteKind kind) {
  return kind <= SiteKind::static_write;
}
inline bool is_array(SiteKind kind) {
  return kind == SiteKind::array_read || kind == SiteKind::array_write;
}

// Grows, never moves. Thread-safe: add under a lock, read without one.
class Sites {
 public:
  static constexpr size_t kChunk = 4096;
  static constexpr size_t kChunks = 4096;

  // The number of the next site; 0 means none. The caller holds the lock until it has added its sites.
  std::mutex& guard() { return mutex_; }
  uint32_t next() const { return next_.load(std::memory_order_relaxed); }
  // False: the table is full.
  bool add(size_t n);
  SiteInfo* find(uint32_t site) {
    if (site / kChunk >= kChunks) return nullptr;
    Chunk* chunk = chunks_[site / kChunk].load(std::memory_order_acquire);
    return chunk == nullptr ? nullptr : &(*chunk)[site % kChunk];
  }

 private:
  using Chunk = std::array<SiteInfo, kChunk>;
  std::mutex mutex_;
  std::atomic<uint32_t> next_{1};
  std::array<std::atomic<Chunk*>, kChunks> chunks_{};
  std::vector<std::unique_ptr<Chunk>> owned_;
};

// Source places by class, method and line: sites and frames of stacks share them.
class Places {
 public:
  explicit Places(dyn::Names& names) : names_(names) {}
  // `class_name` in internal form ("a/b/C$D"), method name without its descriptor.
  dyn::LocId intern(std::string_view class_name, std::string_view source_file, std::string_view method,
                    int32_t line);

 private:
  dyn::Names& names_;
  std::mutex mutex_;
  FlatMap<uint64_t, dyn::LocId> known_;
};

// "a.b.C.D.method"
std::string symbol_name(std::string_view class_name, std::string_view method);

}  // namespace dh::jvm
