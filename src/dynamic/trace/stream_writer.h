// The writing half of a StreamRecorder: puts the runs of all threads in order and writes them as blocks.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "base/result.h"
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

// Locations, each with the name of the field or array that it belongs to. Thread-safe.
class RecordedVariables {
 public:
  // index: of an element, or negative.
  uint32_t add(uint32_t named, int32_t index);
  // With names.guard() held: the names that the file does not have yet.
  void write_new(const Names& names, BlockWriter& blocks);

 private:
  struct Variable {
    uint32_t named;
    int32_t index;
  };
  SpinLock lock_;
  std::deque<Variable> variables_;
  size_t written_ = 0;
};

// Not thread-safe.
class StreamWriter {
 public:
  StreamWriter(OutputStream output, const Names& names, RecordedVariables& variables);

  // Parts of a thread in their order.
  void add(StreamPart part) { parts_.push_back(std::move(part)); }
  // Writes the runs with tickets below `before`, of which there will be no more.
  void write(uint64_t before);
  Result<void> close();

 private:
  void write_pieces(uint64_t before);
  void write_block();
  void drop_written(uint64_t before);

  const Names& names_;
  RecordedVariables& variables_;
  BlockWriter blocks_;
  std::vector<StreamPart> parts_;
  std::vector<TraceEvent> block_;
  std::string raw_;
  uint64_t written_ = 0;
};

}  // namespace dh::dyn
