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
constexpr uint32_t kNoLocation = UINT32_MAX;

bool is_plain_write(RawKind kind) {
  return kind == RawKind::write || kind == RawKind::free;
}
bool is_raw_access(RawKind kind) {
  return kind >= RawKind::read && kind <= RawKind::free;
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
    : events_(std::move(events)), options_(options), naming_(lines), locks_(lock_events()) {
  learn_memory();
}

void NativeTrace::learn_memory() {
  const std::span<const RawEvent> all = events_.events();
  for (size_t i = 0; i < all.size(); ++i) {
    if (is_raw_access(all[i].kind())) memory_.mark_access(all[i].value(), events_.bytes(i));
  }
  if (!options_.has_hidden_writes) return;
  for (size_t i = 0; i < all.size(); ++i) {
    if (all[i].kind() == RawKind::atomic_write) memory_.mark_atomic_write(all[i].value(), events_.bytes(i));
  }
  if (!memory_.has_atomic_writes()) return;
  for (size_t i = 0; i < all.size(); ++i) {
    if (all[i].kind() == RawKind::read)
      memory_.mark_plain_read(all[i].value(), events_.bytes(i), all[i].thread);
  }
}

NativeLocks::Out NativeTrace::lock_events() {
  NativeLocks::Out out;
  out.acquire = [this](uint32_t thread, uint32_t lock, bool is_shared) {
    put(EventKind::acquire, thread, lock, location(place_), is_shared ? 1 : 0);
  };
  out.release = [this](uint32_t thread, uint32_t lock, bool is_shared) {
    put(EventKind::release, thread, lock, location(place_), is_shared ? 1 : 0);
  };
  out.new_lock = [this](uint64_t address) {
    return naming_.names().add(Space::lock, lock_name(address, naming_));
  };
  out.new_channel = [this] { return naming_.names().add(Space::channel, "misused lock"); };
  out.publish = [this](uint32_t thread, uint32_t channel) {
    put(EventKind::handover_out, thread, channel, location(place_));
  };
  out.observe = [this](uint32_t thread, uint32_t channel) {
    put(EventKind::handover_in, thread, channel, location(place_));
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

uint32_t NativeTrace::location(uint32_t place) {
  if (place == 0) return kNoLocation;
  const auto [entry, is_new] = locations_.try_emplace(place, kNoLocation);
  if (!is_new) return entry->second;
  const dyn::LocId id = naming_.place(events_.stack(place));
  if (!id.valid()) return kNoLocation;
  place_of_[id.value] = place;
  return entry->second = id.value;
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
      return put(EventKind::request, event.thread, locks_.id(event.value()), location(place_),
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
      return memory_.renew(event.value(), events_.bytes(i));
    case RawKind::block:
      memory_.renew(event.value(), events_.bytes(i));
      blocks_[event.value()] = {events_.bytes(i), event.thread, event.place};
      return;
  }
}

void NativeTrace::take_access(size_t i) {
  const RawEvent& event = events_.events()[i];
  const RawKind kind = event.kind();
  if (kind == RawKind::free && !options_.has_hidden_writes) return;
  const uint32_t at = location(event.place);
  if (kind == RawKind::atomic_read || kind == RawKind::atomic_write) atomics_[at] = kind;
  memory_.for_variables(event.value(), events_.bytes(i), [&](uint64_t begin, uint32_t& known) {
    const uint32_t variable = variable_at(begin, known);
    put(is_plain_write(kind) ? EventKind::write : EventKind::read, event.thread, variable, at);
    if (kind == RawKind::atomic_write) take_atomic_write(event.thread, begin, variable, at);
    if (kind == RawKind::read && memory_.plain_readers(begin) != nullptr)
      put(EventKind::write, event.thread, reader_variable(variable, event.thread), at);
  });
}

void NativeTrace::take_atomic_write(uint32_t thread, uint64_t begin, uint32_t variable, uint32_t location) {
  const std::vector<uint32_t>* readers = memory_.plain_readers(begin);
  if (readers == nullptr) return;
  for (const uint32_t reader : *readers) {
    if (reader != thread) put(EventKind::read, thread, reader_variable(variable, reader), location);
  }
}

void NativeTrace::take_thread(const RawEvent& event) {
  const auto other = static_cast<uint32_t>(event.value());
  if (event.kind() == RawKind::start) {
    if (has(started_, other)) return;
    set(started_, other);
    naming_.thread(other);
    return put(EventKind::start_pre, event.thread, other, location(event.place));
  }
  if (!has(started_, other) || has(ended_, other)) return;
  set(ended_, other);
  put(EventKind::join_post, event.thread, other, location(event.place));
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
      location(event.place));
}

uint32_t NativeTrace::variable_at(uint64_t begin, uint32_t& known) {
  if (known != NativeMemory::kNoVariable) return known;
  Variable variable;
  variable.address = begin;
  auto block = blocks_.upper_bound(begin);
  if (block != blocks_.begin()) {
    --block;
    if (begin - block->first < block->second.bytes) {
      variable.block = block->first;
      variable.allocated = block->second;
    }
  }
  return known = add_variable(variable, name_of(variable));
}

uint32_t NativeTrace::reader_variable(uint32_t variable, uint32_t thread) {
  const uint64_t key = uint64_t{variable} << 32 | thread;
  const auto found = reader_variables_.find(key);
  if (found != reader_variables_.end()) return found->second;
  Variable whole = variables_[variable];
  whole.is_of_reader = true;
  return reader_variables_[key] = add_variable(whole, name_of(whole));
}

uint32_t NativeTrace::add_variable(const Variable& variable, const std::string& name) {
  variables_.push_back(variable);
  return naming_.names().add(Space::variable, name);
}

// As name_memory() does, without a new location for each.
std::string NativeTrace::name_of(const Variable& variable) {
  if (variable.block == 0) return name_memory(variable.address, {}, naming_).name;
  const uint32_t at = location(variable.allocated.place);
  const std::string where = at == kNoLocation ? "" : naming_.names().location(dyn::LocId(at)).symbol;
  return where.empty() ? "a heap block" : "a heap block of " + where;
}

NativeTrace::PlaceInfo NativeTrace::place(dyn::LocId location) const {
  PlaceInfo info;
  const auto found = place_of_.find(location.value);
  if (!location.valid() || found == place_of_.end()) return info;
  info.stack = events_.stack(found->second);
  info.is_free = events_.is_free(found->second);
  const auto atomic = atomics_.find(location.value);
  info.is_atomic = atomic != atomics_.end();
  info.is_write = info.is_atomic && atomic->second == RawKind::atomic_write;
  return info;
}

NativeTrace::VariableInfo NativeTrace::variable(uint32_t id) const {
  VariableInfo info;
  if (id >= variables_.size()) return info;
  const Variable& variable = variables_[id];
  info.address = variable.address;
  info.is_of_reader = variable.is_of_reader;
  if (variable.block == 0) return info;
  info.block = {variable.block, variable.allocated.bytes, variable.allocated.thread,
                events_.stack(variable.allocated.place)};
  return info;
}

}  // namespace dh
