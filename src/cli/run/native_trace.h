// A recorded run of a native program as a trace, for all tools.
//
// An atomic operation races with plain accesses only. A trace has no such access: an atomic operation reads
// the variable, so it races with plain writes. And since an atomic write races with plain reads, too, there
// is a further variable for each thread with plain reads, which those write and atomic writes read.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>

#include "cli/run/native_events.h"
#include "cli/run/native_locks.h"
#include "cli/run/native_places.h"
#include "cli/run/native_variables.h"
#include "dynamic/trace/trace_event.h"

namespace dh {

struct NativeTraceOptions {
  // A free counts as a write, and atomic writes as said above. Not for tools that look at locks alone: memory
  // need not be guarded when it is freed.
  bool has_hidden_writes = true;
};

class NativeTrace final : public dyn::TraceReader {
 public:
  // `lines` outlive it.
  NativeTrace(NativeEvents events, const NativeLines& lines, NativeTraceOptions options);

  std::unique_ptr<dyn::TracePiece> new_piece() const override;
  bool fetch(dyn::TracePiece& piece) override;
  void decode(dyn::TracePiece&) const override {}
  bool commit(dyn::TracePiece&) override { return true; }
  const dyn::Names& names() const override { return naming_.names(); }
  const dyn::TraceError* error() const override { return nullptr; }
  uint64_t line_at(uint64_t position) const override { return position + 1; }
  bool is_text() const override { return false; }

  // For reports, after the events were read.
  NativePlaces::Info place(dyn::LocId location) const { return places_.info(location); }
  NativeVariables::Info variable(uint32_t id) const { return variables_.info(id); }
  NativeNaming& naming() { return naming_; }

 private:
  NativeLocks::Out lock_events();
  void take(size_t i);
  void take_access(size_t i);
  void take_atomic_write(uint32_t thread, uint64_t begin, uint32_t variable, uint32_t location);
  void take_thread(const native::RawEvent& event);
  void take_channel(const native::RawEvent& event);
  void put(dyn::EventKind kind, uint32_t thread, uint32_t target, uint32_t location, uint8_t detail = 0);

  const NativeEvents events_;
  const NativeTraceOptions options_;
  NativeNaming naming_;
  NativeVariables variables_;
  NativePlaces places_;
  NativeLocks locks_;
  size_t position_ = 0;
  uint32_t place_ = 0;  // of the event that is being read
  std::vector<dyn::TraceEvent> out_;
  std::unordered_map<uint64_t, uint32_t> channels_;
  std::vector<bool> started_, ended_;  // threads
};

}  // namespace dh
