// One event of a trace, and what readers and writers of traces have in common.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "dynamic/event.h"
#include "dynamic/names.h"

namespace dh::dyn {

struct TraceEvent {
  EventKind kind = EventKind::read;
  uint8_t detail = 0;  // LockMode of lock events, HandOver of hand-overs
  uint32_t thread = 0;
  uint32_t target = 0;
  uint32_t location = UINT32_MAX;
  uint64_t value = 0;
};

// Where reading went wrong. What was read before is good.
struct TraceError {
  std::string message;
  uint64_t line = 0;    // of text traces, from 1; 0: a binary trace
  uint64_t offset = 0;  // of binary traces: byte of the block
  uint64_t event = 0;   // of binary traces: the event that cannot be, from 1; 0: see offset
};

// A stretch of a trace on its way from bytes to events. Readers have their own kinds.
struct TracePiece {
  virtual ~TracePiece() = default;
  std::vector<TraceEvent> events;
};

// A stream of blocks of events. Ids in a block are below names().count(space).
class TraceReader {
 public:
  virtual ~TraceReader() = default;
  // The next events, valid until the next call; empty at the end or after an error.
  virtual std::span<const TraceEvent> next();

  // The steps of next(), so that threads can share the work: fetch() and commit() take the pieces in order,
  // each on one thread at a time, while decode() works on several pieces at once. Do not mix with next().
  virtual std::unique_ptr<TracePiece> new_piece() const = 0;
  virtual bool fetch(TracePiece& piece) = 0;  // its bytes; false: there are no more
  virtual void decode(TracePiece& piece) const = 0;
  // Afterwards its events are what they will be, perhaps none. False: the trace ends with them.
  virtual bool commit(TracePiece& piece) = 0;

  virtual const Names& names() const = 0;
  virtual const TraceError* error() const = 0;  // null: none
  // Line (text) or number (binary, from 1) of an event that was read, by its position from 0.
  virtual uint64_t line_at(uint64_t position) const = 0;
  virtual bool is_text() const = 0;

 private:
  std::unique_ptr<TracePiece> piece_;  // of next()
  bool ended_ = false;
};

// Opens a file by its content; "-" is standard input.
Result<std::unique_ptr<TraceReader>> open_trace(const std::string& path);

// Both writers. Names are those of the source of the events, and may grow between events.
class TraceWriter {
 public:
  virtual ~TraceWriter() = default;
  virtual void write(const TraceEvent& event) = 0;
  // What was written so far survives when the process is killed.
  virtual void flush() = 0;
  // Flushes; afterwards the file is complete. The error is that of the first failed write.
  virtual Result<void> close() = 0;
};

}  // namespace dh::dyn
