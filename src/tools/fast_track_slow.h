// The rare cases of FastTrack: read sets, wide epochs, races. Included where FastTrackWith is instantiated.
#pragma once

#include <algorithm>

#include "tools/fast_track.h"

namespace dh::dyn {

template <typename Layout>
LocId place_in(const LastAccess& last, Epoch epoch) {
  return last.location_in(place_tag(Layout::fits(epoch) ? Layout::pack(epoch) : Layout::kUnpackable));
}

// Whether a race with an access whose place is not known should wait for the place.
inline bool looks_again(const Event& e, bool race, LocId place) {
  if (!race || place.valid() || e.look_again == nullptr) return false;
  *e.look_again = true;
  return true;
}

template <typename Layout>
void FastTrackWith<Layout>::load(const Event& e, State& state) const {
  state.clear();
  const LastAccesses last = e.last != nullptr ? *e.last : LastAccesses{};
  if ((e.shadow & Layout::kInflated) != 0) {
    const auto words = states_[index_of(e.shadow)];
    state.assign(words.begin(), words.end());
    if (last.keeps_write) {
      state[1] = place_in<Layout>(last.write, Epoch::from_bits(state[0])).value;
      state[2] = last.write.position;
    }
    return;
  }
  const Epoch write = Layout::write_epoch(e.shadow);
  const Epoch read = Layout::read_epoch(e.shadow);
  state = {write.bits(), place_in<Layout>(last.write, write).value, last.write.position};
  if (read.clock != 0)
    state.insert(state.end(), {read.bits(), place_in<Layout>(last.read, read).value, last.read.position});
}

template <typename Layout>
uint64_t FastTrackWith<Layout>::store(const Event& e, const State& state, bool racy) {
  const Epoch write = Epoch::from_bits(state[0]);
  const bool one_read = state.size() == 2 * kEntry && Layout::fits(Epoch::from_bits(state[kEntry]));
  if (racy || !Layout::fits(write) || !(one_read || state.size() == kEntry)) return inflate(e, state);
  if (!e.concurrent && (e.shadow & Layout::kInflated) != 0) states_.drop_private(index_of(e.shadow));
  const uint64_t bits = Layout::pack(write);
  const uint64_t read = one_read ? Layout::pack(Epoch::from_bits(state[kEntry])) : bits & Layout::kSlotMask;
  return tag_ | bits << Layout::kWriteShift | read;
}

template <typename Layout>
uint64_t FastTrackWith<Layout>::inflate(const Event& e, const State& state) {
  if (e.concurrent && e.last != nullptr && e.last->keeps_write) {
    State shared = state;  // by fields that were written at different places but are read together
    shared[1] = kNothing[1];
    shared[2] = kNothing[2];
    return tag_ | Layout::kInflated | states_.intern(shared);
  }
  if (e.concurrent) return tag_ | Layout::kInflated | states_.intern(state);
  if ((e.shadow & (Layout::kOwnerMask | Layout::kInflated)) != (tag_ | Layout::kInflated)) {
    return tag_ | Layout::kInflated | states_.make_private(state);
  }
  states_.assign_private(index_of(e.shadow), state);
  return e.shadow;
}

template <typename Layout>
Flow FastTrackWith<Layout>::conclude(Event& e, const ThreadClock& t, uint64_t word, const Race& race) {
  if (!e.put(word)) return Flow::retry;
  if (!race.found) return Flow::keep;
  reports_.add(race_report(name_, e, t, clocks_, race.kind, race.epoch, race.location, race.position));
  return Flow::advance;
}

template <typename Layout>
Flow FastTrackWith<Layout>::slow_read(Event& e, const ThreadClock& t) {
  if ((e.shadow & Layout::kInflated) != 0) {
    const auto words = states_[index_of(e.shadow)];
    for (size_t i = kEntry; i < words.size(); i += kEntry) {
      if (words[i] == t.epoch.bits()) return Flow::keep;  // same epoch, shared
    }
  }
  State& state = scratch_.of(*e.thread);
  load(e, state);
  Race race;
  if (!t.clock.covers(Epoch::from_bits(state[0]))) race = race_with(EventKind::write, state, 0);
  if (looks_again(e, race.found, race.location)) return Flow::keep;
  size_t out = kEntry;
  size_t at = kEntry;  // where this read belongs
  for (size_t i = kEntry; i < state.size(); i += kEntry) {
    if (t.clock.covers(Epoch::from_bits(state[i]))) continue;
    std::copy_n(state.begin() + static_cast<ptrdiff_t>(i), kEntry,
                state.begin() + static_cast<ptrdiff_t>(out));
    out += kEntry;
    if (state[i] < t.epoch.bits()) at = out;
  }
  state.resize(out);
  state.insert(state.begin() + static_cast<ptrdiff_t>(at), {t.epoch.bits(), e.location.value, e.position});
  const Flow flow = conclude(e, t, store(e, state, race.found), race);
  trim(state);
  return flow;
}

template <typename Layout>
Flow FastTrackWith<Layout>::slow_write(Event& e, const ThreadClock& t) {
  State& state = scratch_.of(*e.thread);
  load(e, state);
  if (state[0] == t.epoch.bits()) return trim(state), Flow::keep;  // same epoch, wide
  Race race;
  for (size_t i = 0; i < state.size() && !race.found; i += kEntry) {
    if (t.clock.covers(Epoch::from_bits(state[i]))) continue;
    race = race_with(i == 0 ? EventKind::write : EventKind::read, state, i);
  }
  if (looks_again(e, race.found, race.location)) return Flow::keep;
  trim(state);
  state = {t.epoch.bits(), e.location.value, e.position};
  return conclude(e, t, store(e, state, false), race);
}

template <typename Layout>
void FastTrackWith<Layout>::sweep(const LiveWords& live) {
  FlatSet<uint32_t> used;
  std::vector<Epoch> named;
  const auto add = [&](Epoch e) {
    if (e.clock != 0 && (named.empty() || named.back() != e)) named.push_back(e);
  };
  live([&](uint64_t word) {
    if ((word & Layout::kOwnerMask) != tag_) return;
    if ((word & Layout::kInflated) != 0) {
      used.insert(index_of(word));
    } else {
      add(Layout::write_epoch(word));
      add(Layout::read_epoch(word));
    }
  });
  states_.sweep([&](uint32_t index) { return used.contains(index); });
  states_.for_each([&](std::span<const uint64_t> state) {
    for (size_t i = 0; i < state.size(); i += kEntry) add(Epoch::from_bits(state[i]));
  });
  clocks_.sweep(std::move(named));
}

}  // namespace dh::dyn
