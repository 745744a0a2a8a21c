#include "tools/recorder.h"

#include <mutex>

namespace dh::dyn {

template <unsigned TicketBits>
RecorderOf<TicketBits>::RecorderOf(ToolSetup& setup)
    : tag_(DefaultLayout::owner_bits(setup.owner)),
      read_word_(setup.thread_word()),
      write_word_(setup.thread_word()),
      streams_(setup.thread_layout) {
  const std::string path = setup.option("file", "");
  if (path.empty()) {
    setup.problem("needs a file: Recorder@file=PATH");
    return;
  }
  if (setup.check_only) return;
  auto recorder = StreamRecorder::open(path, setup.names);
  if (recorder) {
    recorder_ = std::move(*recorder);
  } else {
    setup.problem(recorder.error().message);
  }
}

template <unsigned TicketBits>
void RecorderOf<TicketBits>::thread_made(ShadowThread& thread) {
  if (recorder_ == nullptr) return;
  EventStream& stream = recorder_->new_stream(thread.id.value);
  streams_.of(thread) = &stream;
  set_words(thread, stream);
}

// What the words of locations are compared with that the thread has accessed in this run.
template <unsigned TicketBits>
void RecorderOf<TicketBits>::set_words(ShadowThread& thread, const EventStream& stream) const {
  if (write_word_ >= kThreadWords) return;
  const bool is_late = stream.ticket >= kLate;
  thread.words[read_word_] = is_late ? ~uint64_t{0} : tag_ | kExclusive | stream.ticket << kTicketShift;
  thread.words[write_word_] = is_late ? ~uint64_t{0} : thread.words[read_word_] | kWritten;
}

template <unsigned TicketBits>
void RecorderOf<TicketBits>::fast_paths(FastPaths& paths) const {
  paths.repeats_reads = paths.ranges = true;
  if (write_word_ >= kThreadWords) return;
  constexpr uint64_t kRun = DefaultLayout::kOwnerMask | kExclusive | kTicketMask;
  paths.read.push_back({kRun, read_word_, false, 0, 0});
  paths.write.push_back({kRun | kWritten, write_word_, false, 0, 0});
}

template <unsigned TicketBits>
uint64_t RecorderOf<TicketBits>::make(Event& e) {
  EventStream* const stream = recorder_ == nullptr ? nullptr : streams_.of(*e.thread);
  if (stream == nullptr) return tag_;
  const uint32_t number =
      recorder_->variables().add(stream->variables, {e.target, e.index, e.count, e.stride});
  if (number > kNumberMask) has_too_many_ = true;
  return tag_ | (number & kNumberMask);
}

template <unsigned TicketBits>
uint64_t RecorderOf<TicketBits>::elements_word(ShadowThread& thread, uint32_t first, uint32_t count) {
  EventStream* const stream = recorder_ == nullptr ? nullptr : streams_.of(thread);
  if (stream == nullptr) return kFreshWord;
  const uint32_t number = recorder_->variables().add(
      stream->variables, {RecordedVariables::kUnnamed, static_cast<int32_t>(first), count, 1});
  if (number > kNumberMask) has_too_many_ = true;
  return tag_ | (number & kNumberMask);
}

template <unsigned TicketBits>
bool RecorderOf<TicketBits>::needs_ticket(const EventStream& stream, uint64_t word, bool writes) {
  const uint64_t last = ticket_of(word);
  if (last == 0) return false;  // the first access
  if (last >= kLate || stream.ticket >= kLate) return true;
  return last > stream.ticket || (writes && !is_exclusive(word));
}

// `stream` had the ticket `before` when the access began.
template <unsigned TicketBits>
uint64_t RecorderOf<TicketBits>::next_word(const EventStream& stream, uint64_t before, uint64_t word,
                                           bool writes) const {
  const uint64_t location = tag_ | (word & kNumberMask);
  const uint64_t last = ticket_of(word);
  if (stream.ticket >= kLate)  // another word each time, so that it is never taken for one that is known
    return location | kExclusive | kWritten | (last == kLate ? kLate + 1 : kLate) << kTicketShift;
  const uint64_t mine = location | kExclusive | stream.ticket << kTicketShift;
  if (writes) return mine | kWritten;
  if (last == 0) return mine;
  // Threads that read what nobody writes leave the word alone: each remembers what it has read.
  if (!is_exclusive(word)) return word;
  if (last == stream.ticket) return word;
  return last > before && (word & kWritten) == 0 ? word & ~kExclusive : mine;
}

// Sources remember words that reads left alone, so these must not be those of other elements, too.
template <unsigned TicketBits>
uint64_t RecorderOf<TicketBits>::with_own_number(EventStream& stream, int32_t index, uint64_t word) {
  RecordedVariables& variables = recorder_->variables();
  const auto several = static_cast<uint32_t>(word & kNumberMask);
  if (!variables.is_several(several)) return word;
  const uint32_t number = variables.add_one_of(stream.variables, several, index);
  if (number > kNumberMask) has_too_many_ = true;
  return (word & ~kNumberMask) | (number & kNumberMask);
}

template <unsigned TicketBits>
Flow RecorderOf<TicketBits>::access(Event& e) {
  EventStream* const stream = recorder_ == nullptr || has_too_many_ ? nullptr : streams_.of(*e.thread);
  if (stream == nullptr) return Flow::keep;
  bool is_full;
  {
    const std::lock_guard lock(stream->lock);
    if (stream->is_closed) return Flow::keep;
    recorder_->continue_run(*stream);
    if (ticket_of(e.shadow) == 0)
      recorder_->variables().set_name(static_cast<uint32_t>(e.shadow & kNumberMask), e.target);
    const uint64_t before = stream->ticket;
    if (needs_ticket(*stream, e.shadow, e.is_write())) stream->ticket = recorder_->new_ticket();
    uint64_t next = next_word(*stream, before, e.shadow, e.is_write());
    if (next == e.shadow && e.index >= 0 && e.count == 1) next = with_own_number(*stream, e.index, next);
    if (next != e.shadow && !e.put(next)) return Flow::retry;
    is_full = StreamRecorder::add(*stream, {static_cast<uint32_t>(next & kNumberMask), e.location.value,
                                            e.kind, uint8_t{0}, e.stride, e.index, e.count});
  }
  set_words(*e.thread, *stream);
  if (is_full) recorder_->make_room(*stream);
  return Flow::keep;
}

template <unsigned TicketBits>
Flow RecorderOf<TicketBits>::other(Event& e) {
  EventStream* const stream = recorder_ == nullptr || e.synthetic ? nullptr : streams_.of(*e.thread);
  if (stream == nullptr) return Flow::pass;
  StreamEvent event{e.target, e.location.value, e.kind, 0, 1, -1, 1};
  const Space space = event_target(e.kind);
  if (space == Space::variable) return Flow::pass;  // the source's id, not the location's
  if (space == Space::lock) event.detail = static_cast<uint8_t>(e.mode);
  if (space == Space::channel) event.detail = static_cast<uint8_t>(e.hand_over);
  bool is_full;
  {
    const std::lock_guard lock(stream->lock);
    if (stream->is_closed) return Flow::pass;
    stream->ticket = recorder_->new_ticket();
    is_full = StreamRecorder::add(*stream, event);
  }
  set_words(*e.thread, *stream);
  if (e.kind == EventKind::start_pre) recorder_->end_run(*streams_.of(*e.other));
  if (is_full) recorder_->make_room(*stream);
  return Flow::pass;
}

template <unsigned TicketBits>
void RecorderOf<TicketBits>::finish(ToolOutput& output) {
  if (recorder_ == nullptr) return;
  if (has_too_many_)
    output.incomplete = "the program has more than 2^30 locations: later accesses were not recorded";
  if (const Result<void> closed = recorder_->close(); !closed) output.lines.push_back(closed.error().message);
}

template class RecorderOf<29>;
template class RecorderOf<4>;

}  // namespace dh::dyn
