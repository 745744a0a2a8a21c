// FastTrack: precise race detection with epochs. C. Flanagan, S. N. Freund, PLDI 2009.
//
// Differences from the paper:
// - The read set of a read-shared location keeps only reads that no later read is ordered after. A write that
//   races with a dropped read also races with the one that covers it, so the first race of a location is the
//   same; and a location whose readers have synchronised becomes an epoch again.
// - A write also forgets an exclusive read epoch (it is ordered before the write). So whenever the read epoch
//   is the thread's own, the write is ordered before the thread, and one masked comparison of the read slot
//   recognises a location that only this thread uses, in any epoch.
// - A read is not kept if the same thread wrote the location in the same epoch: whatever races with the read
//   races with the write.
// - Read sets and epochs that are too wide for the word are hash-consed values (docs/shadow-word.md); in a
//   replay, where one handler runs at a time, each location has its own and changes it.
// - When no tool follows, a racy location stays here and later races on it are counted too.
#pragma once

#include "dynamic/cons_table.h"
#include "tools/parts/clocks.h"
#include "tools/parts/finding_traits.h"

namespace dh::dyn {

template <typename Layout>
class FastTrackWith {
 public:
  static constexpr ToolTraits kTraits{
      .findings = kDataRaceOnly,
      .counted = kRacyEvents,
      .needs = {.stacks = true},
      .splits_by_location = true,
      .role = ToolRole::default_detector,
  };

  explicit FastTrackWith(ToolSetup& setup)
      : name_(setup.name),
        tag_(Layout::owner_bits(setup.owner)),
        reports_(setup.reports),
        clocks_(setup, Layout::kSlots, Layout::kMaxClock),
        scratch_(setup.thread_layout),
        first_(setup.owner == 1) {
    for (uint8_t& word : words_) word = setup.thread_word();
  }

  Flow sync(Event& e) {
    clocks_.sync(e);
    refresh(*e.thread);
    if (e.kind == EventKind::start_pre) refresh(*e.other);
    return Flow::pass;
  }
  Flow thread_exit(Event& e) {
    clocks_.end(*e.thread);
    return Flow::pass;
  }
  void thread_made(ShadowThread& thread) { refresh_words(thread, Layout::kUnpackable); }

  void thread_begins(ShadowThread& thread) { state(thread); }

  uint64_t make(Event& e) {
    const ThreadClock& t = state(*e.thread);
    const Epoch nothing{t.epoch.slot, 0};
    if (t.packed == Layout::kUnpackable) return inflate(e, {kNothing[0], kNothing[1], kNothing[2]});
    const uint64_t bits = Layout::pack(nothing);
    return tag_ | bits << Layout::kWriteShift | bits;
  }

  Flow access(Event& e) { return e.kind == EventKind::read ? on_read(e) : on_write(e); }

  void fast_paths(FastPaths& paths) const {
    paths.repeats = paths.covers = true;
    if (words_[4] >= kThreadWords) return;
    paths.epoch_word = words_[0];
    const uint64_t kind = Layout::kOwnerMask | Layout::kInflated;
    const uint64_t own = kind | Layout::kSlotMask;
    paths.read.push_back({kind | Layout::kReadMask, words_[0], false, 0, 0});
    paths.read.push_back({kind | Layout::kWriteMask, words_[1], false, 0, 0});
    paths.read.push_back({own, words_[2], true, Layout::kWriteMask, words_[0]});
    paths.write.push_back({kind | Layout::kWriteMask, words_[1], false, 0, 0});
    paths.write.push_back({own, words_[2], true, 0, words_[3]});
    if (!first_) return;
    paths.read.push_back({~uint64_t{0}, kZeroWord, true, 0, words_[4]});
    paths.write.push_back({~uint64_t{0}, kZeroWord, true, 0, words_[3]});
  }

  void sweep(const LiveWords& live);
  // A slot that waits costs an entry in many clocks.
  size_t states() const { return states_.live() + kSlotWeight * clocks_.slots().waiting(); }
  bool can_forget(const ShadowThread& thread) const { return !clocks_.slots().keeps(thread.id); }

 private:
  // An inflated state: the write, then the reads, sorted; each an epoch, a place and a position in the trace.
  static constexpr size_t kEntry = 3;
  static constexpr size_t kSlotWeight = 64;
  static constexpr uint64_t kNothing[kEntry] = {0, LocId::kNone, 0};
  using State = std::vector<uint64_t>;
  struct Race {
    EventKind kind = EventKind::read;
    Epoch epoch;
    LocId location;
    uint64_t position = 0;
    bool found = false;
  };

  ThreadClock& state(ShadowThread& thread) {
    ThreadClock& t = clocks_.of(thread);
    if (t.packed == 0) [[unlikely]]
      refresh(thread);
    return t;
  }

  void refresh(ShadowThread& thread) {
    ThreadClock& t = clocks_.of(thread);
    t.packed = Layout::fits(t.epoch) ? Layout::pack(t.epoch) : Layout::kUnpackable;
    refresh_words(thread, t.packed);
  }

  void refresh_words(ShadowThread& thread, uint64_t packed) {
    if (words_[4] >= kThreadWords) return;
    if (packed == Layout::kUnpackable) {
      for (const uint8_t word : words_) thread.words[word] = ~uint64_t{0};  // equals no masked word
      return;
    }
    const uint64_t nothing = packed & Layout::kSlotMask;
    thread.words[words_[0]] = tag_ | packed;
    thread.words[words_[1]] = tag_ | packed << Layout::kWriteShift;
    thread.words[words_[2]] = tag_ | nothing;
    thread.words[words_[3]] = tag_ | packed << Layout::kWriteShift | nothing;
    thread.words[words_[4]] = tag_ | nothing << Layout::kWriteShift | packed;
  }

  Flow on_read(Event& e) {
    const ThreadClock& t = state(*e.thread);
    const uint64_t w = e.shadow;
    if ((w & (Layout::kInflated | Layout::kReadMask)) == t.packed) return Flow::keep;  // same epoch
    if ((w & (Layout::kInflated | Layout::kWriteMask)) == t.packed << Layout::kWriteShift) return Flow::keep;
    if ((w & Layout::kInflated) == 0 && t.packed != Layout::kUnpackable &&
        t.clock.covers(Layout::write_epoch(w)) && t.clock.covers(Layout::read_epoch(w))) [[likely]] {
      return e.put((w & ~Layout::kReadMask) | t.packed) ? Flow::keep : Flow::retry;
    }
    return slow_read(e, t);
  }

  Flow on_write(Event& e) {
    const ThreadClock& t = state(*e.thread);
    const uint64_t w = e.shadow;
    if ((w & (Layout::kInflated | Layout::kWriteMask)) == t.packed << Layout::kWriteShift) return Flow::keep;
    if ((w & Layout::kInflated) == 0 && t.packed != Layout::kUnpackable &&
        t.clock.covers(Layout::write_epoch(w)) && t.clock.covers(Layout::read_epoch(w))) [[likely]] {
      return e.put(written(t)) ? Flow::keep : Flow::retry;
    }
    return slow_write(e, t);
  }

  uint64_t written(const ThreadClock& t) const {
    return tag_ | t.packed << Layout::kWriteShift | (t.packed & Layout::kSlotMask);
  }

  Flow slow_read(Event& e, const ThreadClock& t);
  Flow slow_write(Event& e, const ThreadClock& t);
  void load(const Event& e, State& state) const;
  // Threads keep their scratch for ever, so a large read set must not stay there.
  static void trim(State& state) {
    if (state.capacity() > 256 * kEntry) State().swap(state);
  }
  static Race race_with(EventKind kind, const State& state, size_t at) {
    return {kind, Epoch::from_bits(state[at]), LocId(static_cast<uint32_t>(state[at + 1])), state[at + 2],
            true};
  }
  // `racy`: the write is not ordered before the read, so no fast path may take the location for the reader's.
  uint64_t store(const Event& e, const State& state, bool racy);
  uint64_t inflate(const Event& e, const State& state);
  Flow conclude(Event& e, const ThreadClock& t, uint64_t word, const Race& race);

  const std::string name_;
  const uint64_t tag_;
  ReportSink& reports_;
  Clocks clocks_;
  ConsTable states_;
  Decoration<ShadowThread, State> scratch_;
  // Own read epoch, own write epoch, own slot, state after an own write, state of a fresh location that was
  // read.
  uint8_t words_[5];
  const bool first_;  // fresh locations come here
};

using FastTrack = FastTrackWith<DefaultLayout>;
extern template class FastTrackWith<DefaultLayout>;

}  // namespace dh::dyn
