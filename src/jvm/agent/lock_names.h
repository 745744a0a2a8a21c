// Names of locks, volatiles and channels, which come and go with the target's objects: a name lives as long
// as its object, and goes into the table of names only when a report needs it.
#pragma once

#include <array>
#include <mutex>
#include <string>

#include "base/hash.h"
#include "dynamic/names.h"
#include "dynamic/report.h"

namespace dh::jvm {

// Thread-safe. Its lock is taken last: callers may hold Names::guard().
class LockNames {
 public:
  static bool covers(dyn::Space space);

  // A new id of the space. Ids are never used again: tools may remember them.
  uint32_t add(dyn::Space space, std::string_view name);
  void forget(dyn::Space space, uint32_t id);
  // "lock 7" for one that is gone; empty for spaces that are not covered.
  std::string find(dyn::Space space, uint32_t id) const;

  // Gives the locks of a report ids in `names`, which then has their names. Locks names.guard().
  void put_into(dyn::RawReport& report, dyn::Names& names);

 private:
  static uint64_t key(dyn::Space space, uint32_t id) { return static_cast<uint64_t>(space) << 32 | id; }
  uint32_t reported_id(dyn::Space space, uint32_t id, dyn::Names& names);

  mutable std::mutex mutex_;
  FlatMap<uint64_t, std::string> names_;
  std::array<uint32_t, dyn::kSpaces> next_{};
  std::mutex reported_mutex_;
  FlatMap<uint64_t, uint32_t> reported_;  // ids in the table of names
};

}  // namespace dh::jvm
