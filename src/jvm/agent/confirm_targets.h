// What `deadheat run --confirm` tries to make happen: two accesses that are pending at once, or a deadlock.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace dh::jvm {

enum class PlaceRole : uint8_t {
  access,   // of a race: the one that the finding is about
  partner,  // of a race: one that conflicts with it
  request,  // of a deadlock: a lock is waited for while another one is held
  acquire,  // of a deadlock: a lock that another thread waits for is acquired
};

struct ConfirmPlace {
  PlaceRole role = PlaceRole::access;
  uint32_t line = 0;
  std::string path;  // of the source file, perhaps with folders above its package
};

struct ConfirmTarget {
  bool is_deadlock = false;
  std::string variable;  // the last part of its name; of races
  std::vector<ConfirmPlace> places;

  // Threads that meet.
  size_t parties() const {
    size_t n = 0;
    for (const ConfirmPlace& place : places) n += place.role == PlaceRole::request ? 1 : 0;
    return is_deadlock ? n : 2;
  }
};

struct ConfirmOptions {
  uint64_t seed = 1;  // the schedule: which arrivals are delayed, and how long; the higher, the longer
  std::vector<ConfirmTarget> targets;
};

}  // namespace dh::jvm
