// Places of a recorded native program as locations of a trace: one for each path of calls, so that a report's
// location still has its whole stack.
#pragma once

#include <unordered_map>
#include <vector>

#include "cli/run/native_events.h"
#include "cli/run/native_naming.h"

namespace dh {

class NativePlaces {
 public:
  static constexpr uint32_t kNoLocation = UINT32_MAX;

  // Both outlive it.
  NativePlaces(const NativeEvents& events, NativeNaming& naming) : events_(events), naming_(naming) {}

  uint32_t location(uint32_t place);
  // An atomic operation is there.
  void note_atomic(uint32_t location, native::RawKind kind) { atomics_[location] = kind; }

  struct Info {
    std::vector<uint64_t> stack;
    bool is_free = false;
    bool is_atomic = false;
    bool is_atomic_write = false;
  };
  Info info(dyn::LocId location) const;

 private:
  const NativeEvents& events_;
  NativeNaming& naming_;
  std::unordered_map<uint32_t, uint32_t> locations_;       // by place
  std::unordered_map<uint32_t, uint32_t> places_;          // by location
  std::unordered_map<uint32_t, native::RawKind> atomics_;  // by location
};

}  // namespace dh
