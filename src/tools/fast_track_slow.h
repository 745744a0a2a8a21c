// The rare cases of FastTrack: read sets, wide epochs, races. Included where FastTrackWith is instantiated.
#pragma once

#include <algorithm>

#include "tools/fast_track.h"

namespace dh::dyn {

template <typename Layout>
void FastTrackWith<Layout>::load(const Event& e, State& state) const {
  state.clear();
  if ((e.shadow & Layout::kInflated) != 0) {
    const auto words = states_[index_of(e.shadow)];
    state.assign(words.begin(), words.end());
    return;
  }
  const LastAccesses last = e.last != nullptr ? *e.last : LastAccesses{};
  state.push_back(Layout::write_epoch(e.shadow).bits());
  state.push_back(last.write.location.value);
  const Epoch read = Layout::read_epoch(e.shadow);
  if (read.clock == 0) return;
  state.push_back(read.bits());
  state.push_back(last.read.location.value);
}

template <typename Layout>
uint64_t FastTrackWith<Layout>::store(const State& state) {
  const Epoch write = Epoch::from_bits(state[0]);
  if (state.size() == 4 && Layout::fits(write) && Layout::fits(Epoch::from_bits(state[2]))) {
    return tag_ | Layout::pack(write) << Layout::kWriteShift | Layout::pack(Epoch::from_bits(state[2]));
  }
  if (state.size() == 2 && Layout::fits(write)) {
    const uint64_t bits = Layout::pack(write);
    return tag_ | bits << Layout::kWriteShift | (bits & Layout::kSlotMask);
  }
  return tag_ | Layout::kInflated | states_.intern(state);
}

template <typename Layout>
Flow FastTrackWith<Layout>::conclude(Event& e, const ThreadClock& t, uint64_t word, const Race& race) {
  if (!e.put(word)) return Flow::retry;
  if (!race.found) return Flow::keep;
  reports_.add(race_report(name_, e, t, clocks_, race.kind, race.epoch, race.location));
  return Flow::advance;
}

template <typename Layout>
Flow FastTrackWith<Layout>::slow_read(Event& e, const ThreadClock& t) {
  if ((e.shadow & Layout::kInflated) != 0) {
    const auto words = states_[index_of(e.shadow)];
    for (size_t i = 2; i < words.size(); i += 2) {
      if (words[i] == t.epoch.bits()) return Flow::keep;  // same epoch, shared
    }
  }
  State& state = scratch_.of(*e.thread);
  load(e, state);
  Race race;
  const Epoch write = Epoch::from_bits(state[0]);
  if (!t.clock.covers(write)) race = {EventKind::write, write, LocId(static_cast<uint32_t>(state[1])), true};
  size_t out = 2;
  for (size_t i = 2; i < state.size(); i += 2) {
    if (t.clock.covers(Epoch::from_bits(state[i]))) continue;
    state[out] = state[i];
    state[out + 1] = state[i + 1];
    out += 2;
  }
  state.resize(out);
  size_t at = 2;
  while (at < state.size() && state[at] < t.epoch.bits()) at += 2;
  state.insert(state.begin() + static_cast<ptrdiff_t>(at), {t.epoch.bits(), e.location.value});
  return conclude(e, t, store(state), race);
}

template <typename Layout>
Flow FastTrackWith<Layout>::slow_write(Event& e, const ThreadClock& t) {
  State& state = scratch_.of(*e.thread);
  load(e, state);
  if (state[0] == t.epoch.bits()) return Flow::keep;  // same epoch, wide
  Race race;
  for (size_t i = 0; i < state.size() && !race.found; i += 2) {
    const Epoch earlier = Epoch::from_bits(state[i]);
    if (t.clock.covers(earlier)) continue;
    race = {i == 0 ? EventKind::write : EventKind::read, earlier, LocId(static_cast<uint32_t>(state[i + 1])),
            true};
  }
  state = {t.epoch.bits(), e.location.value};
  return conclude(e, t, store(state), race);
}

template <typename Layout>
void FastTrackWith<Layout>::sweep(const LiveWords& live) {
  FlatSet<uint32_t> used;
  live([&](uint64_t word) {
    if ((word & (Layout::kOwnerMask | Layout::kInflated)) == (tag_ | Layout::kInflated))
      used.insert(index_of(word));
  });
  states_.sweep([&](uint32_t index) { return used.contains(index); });
}

}  // namespace dh::dyn
