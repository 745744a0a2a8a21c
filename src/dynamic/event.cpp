#include "dynamic/event.h"

#include <utility>

namespace dh::dyn {

std::string_view event_name(EventKind kind) {
  switch (kind) {
#define DH_EVENT(name, group, target) \
  case EventKind::name:               \
    return #name;
#include "dynamic/events.def"
#undef DH_EVENT
  }
  return {};
}

EventGroup event_group(EventKind kind) {
  switch (kind) {
#define DH_EVENT(name, group, target) \
  case EventKind::name:               \
    return EventGroup::group;
#include "dynamic/events.def"
#undef DH_EVENT
  }
  return EventGroup::info;
}

Space event_target(EventKind kind) {
  switch (kind) {
#define DH_EVENT(name, group, target) \
  case EventKind::name:               \
    return Space::target;
#include "dynamic/events.def"
#undef DH_EVENT
  }
  return Space::none;
}

bool Event::still_current() {
  const uint64_t now = word != nullptr ? word->load(std::memory_order_acquire) : remote->load();
  return std::exchange(shadow, now) == now;
}

bool Event::put_concurrent(uint64_t desired) {
  const bool stored = word != nullptr
                          ? word->compare_exchange_strong(shadow, desired, std::memory_order_acq_rel,
                                                          std::memory_order_acquire)
                          : remote->compare_exchange(shadow, desired);
  if (stored) shadow = desired;
  return stored;
}

}  // namespace dh::dyn
