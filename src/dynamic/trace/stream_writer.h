// The writing half of a StreamRecorder: puts the runs of all threads in order and writes them as blocks.
#pragma once

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

// An event in a stream. The thread is the stream's.
struct StreamEvent {
  uint32_t target;
  uint32_t location;
  EventKind kind;
  uint8_t detail;
};
static_assert(sizeof(StreamEvent) == 12);

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

// Locations, each with the name of the field or array that it belongs to. Their numbers have gaps: each
// thread takes them in blocks, so that making one costs no synchronization.
class RecordedVariables {
 public:
  struct Variable {
    uint32_t named;
    int32_t index;  // of an element, or negative
  };
  // The numbers that a thread has taken and not used. Not thread-safe.
  struct Block {
    Variable* at = nullptr;
    uint32_t next = 0;
    uint32_t left = 0;
  };

  uint32_t add(Block& mine, Variable variable) {
    if (mine.left == 0) [[unlikely]]
      take_block(mine);
    *mine.at++ = variable;
    --mine.left;
    return mine.next++;
  }
  // For those who learned the number from the thread that added it.
  Variable operator[](uint32_t number) const { return blocks_[number / kBlock][number % kBlock]; }

 private:
  static constexpr uint32_t kBlock = 64;
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
  uint32_t variable(uint32_t number);
  void drop_written(uint64_t before);

  const Names& names_;
  const RecordedVariables& variables_;
  BlockWriter blocks_;
  std::vector<StreamPart> parts_;
  std::vector<TraceEvent> block_;
  std::string raw_;
  uint64_t written_ = 0;
  std::vector<uint32_t> ids_;  // in the trace, by number of a location, in the order of their first accesses
  std::vector<uint32_t> unnamed_;  // numbers of the last of them
  uint32_t next_id_ = 0;
};

}  // namespace dh::dyn
