#include "cli/run/native_trace.h"

#include <fmt/format.h>

#include <mutex>

#include "cli/run/native_words.h"

namespace dh {

using dyn::EventKind;
using dyn::Space;
using native::RawEvent;
using native::RawKind;

namespace {

constexpr size_t kEventsPerPiece = 8192;

bool is_plain_write(RawKind kind) {
  return kind == RawKind::write || kind == RawKind::free;
}

void set(std::vector<bool>& flags, uint64_t i) {
  if (i >= flags.size()) flags.resize(i + 1);
  flags[i] = true;
}
bool has(const std::vector<bool>& flags, uint64_t i) {
  return i < flags.size() && flags[i];
}

}  // namespace

NativeTrace::NativeTrace(NativeEvents events, const NativeLines& lines, NativeTraceOptions options)
    : events_(std::move(events)),
      options_(options),
      naming_(lines),
      variables_(events_, naming_),
      places_(events_, naming_),
      locks_(lock_events()) {
  variables_.learn(options_.has_hidden_writes);
}

NativeLocks::Out NativeTrace::lock_events() {
  NativeLocks::Out out;
  out.acquire = [this](uint32_t thread, uint32_t lock, bool is_shared) {
    put(EventKind::acquire, thread, lock, places_.location(place_), is_shared ? 1 : 0);
  };
  out.release = [this](uint32_t thread, uint32_t lock, bool is_shared) {
    put(EventKind::release, thread, lock, places_.location(place_), is_shared ? 1 : 0);
  };
  out.new_lock = [this](uint64_t address) {
    return naming_.names().add(Space::lock, lock_name(address, naming_));
  };
  out.new_channel = [this] { return naming_.names().add(Space::channel, "misused lock"); };
  out.publish = [this](uint32_t thread, uint32_t channel) {
    put(EventKind::handover_out, thread, channel, places_.location(place_));
  };
  out.observe = [this](uint32_t thread, uint32_t channel) {
    put(EventKind::handover_in, thread, channel, places_.location(place_));
  };
  return out;
}

std::unique_ptr<dyn::TracePiece> NativeTrace::new_piece() const {
  return std::make_unique<dyn::TracePiece>();
}

bool NativeTrace::fetch(dyn::TracePiece& piece) {
  const std::lock_guard guard(naming_.names().guard());
  out_.clear();
  while (out_.size() < kEventsPerPiece && position_ < events_.events().size()) take(position_++);
  piece.events = out_;
  return !out_.empty();
}

void NativeTrace::put(EventKind kind, uint32_t thread, uint32_t target, uint32_t location, uint8_t detail) {
  naming_.thread(thread);
  out_.push_back({kind, detail, thread, target, location, 0});
}

void NativeTrace::take(size_t i) {
  const RawEvent& event = events_.events()[i];
  place_ = event.place;
  switch (event.kind()) {
    case RawKind::none:
    case RawKind::extent:
      return;
    case RawKind::read:
    case RawKind::write:
    case RawKind::atomic_read:
    case RawKind::atomic_write:
    case RawKind::free:
      return take_access(i);
    case RawKind::acquire:
    case RawKind::acquire_shared:
      return locks_.acquire(event.value(), event.thread, event.kind() == RawKind::acquire_shared);
    case RawKind::release:
    case RawKind::release_shared:
      return locks_.release(event.value(), event.thread, event.kind() == RawKind::release_shared);
    case RawKind::request:
    case RawKind::request_shared:
      return put(EventKind::request, event.thread, locks_.id(event.value()), places_.location(place_),
                 event.kind() == RawKind::request_shared ? 1 : 0);
    case RawKind::forget_lock:
      return locks_.forget(event.value());
    case RawKind::publish:
    case RawKind::observe:
      return take_channel(event);
    case RawKind::start:
    case RawKind::join:
      return take_thread(event);
    case RawKind::fresh:
      return variables_.memory().renew(event.value(), events_.bytes(i));
    case RawKind::block:
      return variables_.add_block(event.value(), events_.bytes(i), event.thread, event.place);
  }
}

void NativeTrace::take_access(size_t i) {
  const RawEvent& event = events_.events()[i];
  const RawKind kind = event.kind();
  if (kind == RawKind::free && !options_.has_hidden_writes) return;
  const uint32_t at = places_.location(event.place);
  if (kind == RawKind::atomic_read || kind == RawKind::atomic_write) places_.note_atomic(at, kind);
  NativeMemory& memory = variables_.memory();
  memory.for_variables(event.value(), events_.bytes(i), [&](uint64_t begin, uint32_t& known) {
    const uint32_t variable = variables_.at(begin, known);
    put(is_plain_write(kind) ? EventKind::write : EventKind::read, event.thread, variable, at);
    if (kind == RawKind::atomic_write) take_atomic_write(event.thread, begin, variable, at);
    if (kind == RawKind::read && memory.plain_readers(begin) != nullptr)
      put(EventKind::write, event.thread, variables_.of_reader(variable, event.thread), at);
  });
}

void NativeTrace::take_atomic_write(uint32_t thread, uint64_t begin, uint32_t variable, uint32_t location) {
  const std::vector<uint32_t>* readers = variables_.memory().plain_readers(begin);
  if (readers == nullptr) return;
  for (const uint32_t reader : *readers) {
    if (reader != thread) put(EventKind::read, thread, variables_.of_reader(variable, reader), location);
  }
}

void NativeTrace::take_thread(const RawEvent& event) {
  const auto other = static_cast<uint32_t>(event.value());
  if (event.kind() == RawKind::start) {
    if (has(started_, other)) return;
    set(started_, other);
    naming_.thread(other);
    return put(EventKind::start_pre, event.thread, other, places_.location(event.place));
  }
  if (!has(started_, other) || has(ended_, other)) return;
  set(ended_, other);
  put(EventKind::join_post, event.thread, other, places_.location(event.place));
}

// What was published before a fork is not known to the child's recording.
void NativeTrace::take_channel(const RawEvent& event) {
  const bool is_out = event.kind() == RawKind::publish;
  auto found = channels_.find(event.value());
  if (found == channels_.end()) {
    if (!is_out) return;
    const uint32_t id = naming_.names().add(Space::channel, fmt::format("order {}", event.value()));
    found = channels_.emplace(event.value(), id).first;
  }
  put(is_out ? EventKind::handover_out : EventKind::handover_in, event.thread, found->second,
      places_.location(event.place));
}

}  // namespace dh
