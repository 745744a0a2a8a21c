// Recorder: writes the events of a live program into a trace, each thread into a stream of its own.
// RoadRunner paper, section 1, has a recorder; this one is ours.
//
// `Recorder@file=run.trace`. What it costs is next to nothing where a thread accesses a location again: the
// word of a location names the run (stream_recorder.h) of its last accesses, and while that is the thread's
// own and the thread does not synchronize, the accesses say nothing new and are left out. Left out are reads
// after an access, and writes after a write, of the same thread, with neither an access by another thread nor
// an event of its own other than accesses between; so every prediction from the rest holds, and of the
// accesses that race the first stays.
//
// Elements of an array have one number, and accesses of several of them are one event: the word of each says
// nothing of the others but that they have that number.
//
// The word: owner, exclusive (bit 60), written (59), ticket (58..30), number of the location (29..0).
//   exclusive: the last access was in the run `ticket`, and no access was in a later run.
//   else:      all writes were in runs up to `ticket`; reads may have been in any run.
// An access belongs to a run later than those that it must follow: a read than the last write's, a write than
// all. Tickets beyond the width of the word become kLate: then each access takes a ticket, and none is left
// out.
#pragma once

#include <atomic>
#include <memory>

#include "dynamic/tool.h"
#include "dynamic/trace/stream_recorder.h"

namespace dh::dyn {

// The width is a parameter so that tests can run out of tickets.
template <unsigned TicketBits>
class RecorderOf {
 public:
  static constexpr ToolTraits kTraits{
      .needs = {.lock_names = true, .stacks = true}, .drops_accesses = true, .role = ToolRole::live_recorder};

  explicit RecorderOf(ToolSetup& setup);

  void thread_made(ShadowThread& thread);
  uint64_t make(Event& e);
  uint64_t elements_word(ShadowThread& thread, uint32_t first, uint32_t count);
  Flow access(Event& e);
  Flow sync(Event& e) { return other(e); }
  Flow block(Event& e) { return other(e); }
  Flow info(Event& e) { return other(e); }
  void fast_paths(FastPaths& paths) const;
  void finish(ToolOutput& output);

 private:
  static constexpr unsigned kNumberBits = 30, kTicketBits = TicketBits;
  static constexpr unsigned kTicketShift = kNumberBits;
  static constexpr uint64_t kNumberMask = (uint64_t{1} << kNumberBits) - 1;
  static constexpr uint64_t kTicketMask = ((uint64_t{1} << kTicketBits) - 1) << kTicketShift;
  static constexpr uint64_t kWritten = uint64_t{1} << (kTicketShift + kTicketBits);
  static constexpr uint64_t kExclusive = kWritten << 1;
  static constexpr uint64_t kLate = (uint64_t{1} << kTicketBits) - 2;  // and the next one, in turn
  static_assert(kExclusive <= DefaultLayout::kInflated);

  static uint64_t ticket_of(uint64_t word) { return (word & kTicketMask) >> kTicketShift; }
  static bool is_exclusive(uint64_t word) { return (word & kExclusive) != 0; }
  static bool needs_ticket(const EventStream& stream, uint64_t word, bool writes);
  uint64_t next_word(const EventStream& stream, uint64_t before, uint64_t word, bool writes) const;
  uint64_t with_own_number(EventStream& stream, int32_t index, uint64_t word);
  Flow other(Event& e);
  void set_words(ShadowThread& thread, const EventStream& stream) const;

  const uint64_t tag_;
  const uint8_t read_word_, write_word_;
  Decoration<ShadowThread, EventStream*> streams_;
  std::unique_ptr<StreamRecorder> recorder_;
  std::atomic<bool> has_too_many_{false};  // locations: words have no room for further numbers
};

using Recorder = RecorderOf<29>;
extern template class RecorderOf<29>;
extern template class RecorderOf<4>;

}  // namespace dh::dyn
