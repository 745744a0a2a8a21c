// Ids of what events talk about. Every space is dense and counts from 0, so that state lives in flat arrays.
#pragma once

#include "base/id.h"

namespace dh::dyn {

struct ThreadId : Id<ThreadId> {
  using Id::Id;
};
struct VarId : Id<VarId> {
  using Id::Id;
};
// A place in the program: a source place in live targets, an integer in STD traces.
struct LocId : Id<LocId> {
  using Id::Id;
};

// Whose id an event carries as its target.
enum class Space : uint8_t {
  none,
  variable,
  thread,
  lock,
  atomic,
  barrier,
  channel,
  class_,
  method,
  location
};
inline constexpr size_t kSpaces = 10;

}  // namespace dh::dyn
