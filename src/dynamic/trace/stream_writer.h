// The writing half of a StreamRecorder: puts the runs of all threads in order and writes them as blocks.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "dynamic/chunked.h"
#include "dynamic/names.h"
#include "dynamic/spin_lock.h"
#include "dynamic/trace/block_writer.h"
#include "dynamic/trace/trace_event.h"

namespace dh::dyn {

// An event in a stream. The thread is the stream's. The target of an access is the number of a variable, or
// of elements of an array: then `count` of them are accessed, `stride` apart from `index` on.
struct StreamEvent {
  uint32_t target;
  uint32_t location;
  EventKind kind;
  uint8_t detail;
  uint8_t stride = 1;
  int32_t index = -1;
  uint32_t count = 1;
};
static_assert(sizeof(StreamEvent) == 20);

struct StreamRun {
  uint64_t ticket;
  size_t first;  // index of its first event
};

// What a thread has recorded since it was last asked.
struct StreamPart {
  uint32_t thread = 0;
  std::vector<StreamEvent> events;
  std::vector<StreamRun> runs;
};

// Locations, each with the name of the field or array that it belongs to. A number is that of a field, of an
// element, of several elements of an array, or a further one of one of these. Numbers have gaps: each thread
// takes them in blocks, so that making one costs no synchronization.
class RecordedVariables {
 public:
  struct Elements {
    uint32_t named;
    int32_t first;  // negative: one location, not an element
    uint32_t count = 1;
    uint32_t stride = 1;
  };
  // Of several elements: name and first element, then count and stride in the next one.
  struct Variable {
    std::atomic<uint32_t> named;
    int32_t index;
  };
  // The numbers that a thread has taken and not used. Not thread-safe.
  struct Block {
    Variable* at = nullptr;
    uint32_t next = 0;
    uint32_t left = 0;
  };

  uint32_t add(Block& mine, const Elements& elements) {
    const bool is_one = elements.count == 1;
    if (mine.left < (is_one ? 1 : 2)) [[unlikely]]
      take_block(mine);
    const uint32_t number = put(mine, elements.named | (is_one ? 0 : kSeveral), elements.first);
    if (!is_one) put(mine, elements.count, static_cast<int32_t>(elements.stride));
    return number;
  }
  // One of several elements gets a number for itself.
  uint32_t add_one_of(Block& mine, uint32_t several, int32_t index) {
    if (mine.left == 0) take_block(mine);
    return put(mine, several | kOneOf, index);
  }
  // These are for those who learned the number from the thread that added it.
  bool is_several(uint32_t number) const { return (named(at(number)) & kSeveral) != 0; }
  Elements operator[](uint32_t number) const {
    const Variable& variable = at(number);
    const uint32_t name = named(variable);
    if ((name & kSeveral) == 0) return {name, variable.index};
    const Variable& shape = at(number + 1);
    return {name & ~kSeveral, variable.index, named(shape), static_cast<uint32_t>(shape.index)};
  }
  // The number of the elements that this one is of, or the number itself.
  uint32_t several_of(uint32_t number) const {
    const uint32_t name = named(at(number));
    return (name & kOneOf) != 0 && (name & kSeveral) == 0 && name != kUnnamed ? name & ~kOneOf : number;
  }
  // The first access of elements that were added as kUnnamed knows their name. Threads that are first at the
  // same time know the same.
  void set_name(uint32_t number, uint32_t name) {
    Variable& variable = at(number);
    const uint32_t known = named(variable);
    if ((known & ~kSeveral) == kUnnamed)
      variable.named.store((known & kSeveral) | name, std::memory_order_relaxed);
  }
  static constexpr uint32_t kUnnamed = (uint32_t{1} << 31) - 1;

 private:
  static constexpr uint32_t kBlock = 64;
  static constexpr uint32_t kSeveral = uint32_t{1} << 31, kOneOf = uint32_t{1} << 30;
  Variable& at(uint32_t number) const { return blocks_[number / kBlock][number % kBlock]; }
  static uint32_t named(const Variable& variable) { return variable.named.load(std::memory_order_relaxed); }
  static uint32_t put(Block& mine, uint32_t named, int32_t index) {
    mine.at->named.store(named, std::memory_order_relaxed);
    mine.at++->index = index;
    --mine.left;
    return mine.next++;
  }
  void take_block(Block& mine);

  SpinLock lock_;
  Chunked<std::unique_ptr<Variable[]>> blocks_;
  uint32_t taken_ = 0;  // blocks
};

// Not thread-safe.
class StreamWriter {
 public:
  StreamWriter(OutputStream output, const Names& names, const RecordedVariables& variables);

  // Parts of a thread in their order.
  void add(StreamPart part) { parts_.push_back(std::move(part)); }
  // Writes the runs with tickets below `before`, of which there will be no more.
  void write(uint64_t before);
  Result<void> close();

 private:
  void write_pieces(uint64_t before);
  void write_block();
  void write_new_variables();
  void put_access(const StreamEvent& event, uint32_t thread);
  uint32_t first_id(uint32_t number);
  void drop_written(uint64_t before);

  const Names& names_;
  const RecordedVariables& variables_;
  BlockWriter blocks_;
  std::vector<StreamPart> parts_;
  std::vector<TraceEvent> block_;
  uint32_t in_block_ = 0;  // events, with those that stand for many
  std::string raw_;
  uint64_t written_ = 0;
  std::vector<uint32_t> ids_;  // in the trace, by number of a location, in the order of their first accesses
  std::vector<uint32_t> unnamed_;  // numbers of the last of them
  uint32_t next_id_ = 0;
};

}  // namespace dh::dyn
