// Names of one process of a native program: its threads, places of its code, its memory.
#pragma once

#include <string>
#include <vector>

#include "cli/run/native_lines.h"
#include "dynamic/names.h"

namespace dh {

// Not thread-safe.
class NativeNaming {
 public:
  explicit NativeNaming(const NativeLines& lines);

  dyn::Names& names() { return names_; }
  const dyn::Names& names() const { return names_; }

  // A valid id for every number but UINT32_MAX.
  dyn::ThreadId thread(uint32_t number);

  // All calls, without those inside the runtime; `place` is that of the first in the program's own sources.
  std::vector<dyn::LocId> stack(const std::vector<uint64_t>& addresses, dyn::LocId& place);
  // That place alone.
  dyn::LocId place(const std::vector<uint64_t>& addresses);

  NamedData data(uint64_t address) { return symbols_.data(address); }

 private:
  std::string thread_name(uint32_t number) const;
  dyn::LocationName location_of(const SourceFrame& frame) const;

  const NativeLines& lines_;
  Symbols symbols_;
  dyn::Names names_;
  std::string current_folder_;
};

}  // namespace dh
