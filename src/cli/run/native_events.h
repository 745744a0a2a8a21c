// The files of recorded events that the runtime of native programs wrote (native/recording_format.h).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "native/recording_format.h"

namespace dh {

class NativeEvents {
 public:
  // `path` is PROCESS.events; PROCESS.places is beside it.
  static Result<NativeEvents> open(const std::string& path);
  NativeEvents(NativeEvents&& other) noexcept;
  NativeEvents& operator=(NativeEvents&&) = delete;
  ~NativeEvents();

  // Up to the last that was written.
  std::span<const native::RawEvent> events() const { return events_; }
  // Return addresses of a place, innermost first; without the mark of a free.
  std::vector<uint64_t> stack(uint32_t place) const;
  bool is_free(uint32_t place) const {
    return place < places_.size() && places_[place].pc == native::kFreePc;
  }
  size_t places() const { return places_.size(); }

  // The bytes of event i: its size, or the extent after it.
  uint64_t bytes(size_t i) const;

 private:
  NativeEvents() = default;
  void* mapped_ = nullptr;
  size_t mapped_bytes_ = 0;
  std::span<const native::RawEvent> events_;
  std::vector<native::RawPlace> places_;
};

}  // namespace dh
