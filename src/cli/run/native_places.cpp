#include "cli/run/native_places.h"

namespace dh {

uint32_t NativePlaces::location(uint32_t place) {
  if (place == 0) return kNoLocation;
  const auto [entry, is_new] = locations_.try_emplace(place, kNoLocation);
  if (!is_new) return entry->second;
  const dyn::LocId id = naming_.place(events_.stack(place));
  if (!id.valid()) return kNoLocation;
  places_[id.value] = place;
  return entry->second = id.value;
}

NativePlaces::Info NativePlaces::info(dyn::LocId location) const {
  const auto found = location.valid() ? places_.find(location.value) : places_.end();
  if (found == places_.end()) return {};
  const auto atomic = atomics_.find(location.value);
  const bool is_atomic = atomic != atomics_.end();
  return {events_.stack(found->second), events_.is_free(found->second), is_atomic,
          is_atomic && atomic->second == native::RawKind::atomic_write};
}

}  // namespace dh
