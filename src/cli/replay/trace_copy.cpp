#include <algorithm>

#include "base/hash.h"
#include "cli/replay/trace.h"
#include "dynamic/trace/std_trace.h"

namespace dh {

namespace {

using dyn::Space;
using dyn::TraceEvent;

// Whether the names of ids are in a list, asked once per id.
class NameSet {
 public:
  NameSet(const dyn::Names& names, const std::vector<std::string>& wanted) : names_(names) {
    for (const std::string& name : wanted) wanted_.insert(name);
  }
  bool passes(Space space, uint32_t id) {
    if (wanted_.empty()) return true;
    const auto [it, is_new] = known_.try_emplace(uint64_t{static_cast<uint8_t>(space)} << 32 | id, false);
    if (is_new) it->second = wanted_.contains(dyn::display_name(names_, space, id));
    return it->second;
  }

 private:
  const dyn::Names& names_;
  StringSet wanted_;
  FlatMap<uint64_t, bool> known_;
};

class EventFilter {
 public:
  EventFilter(const dyn::Names& names, const TraceFilter& filter)
      : filter_(filter), threads_(names, filter.threads), variables_(names, filter.variables) {}

  Result<void> prepare() {
    for (const std::string& operation : filter_.operations) {
      dyn::EventKind kind;
      uint8_t detail;
      if (!dyn::parse_std_operation(operation, kind, detail))
        return fail("unknown operation '{}'", operation);
      kinds_.insert(static_cast<uint8_t>(kind));
    }
    return {};
  }

  bool passes(const TraceEvent& event) {
    if (!kinds_.empty() && !kinds_.contains(static_cast<uint8_t>(event.kind))) return false;
    if (!threads_.passes(Space::thread, event.thread)) return false;
    return !dyn::is_access(event.kind) || variables_.passes(Space::variable, event.target);
  }

 private:
  const TraceFilter& filter_;
  NameSet threads_;
  NameSet variables_;
  FlatSet<uint8_t> kinds_;
};

// What is open when a copy begins: acquires without release, begins without end.
class OpenParts {
 public:
  void follow(const TraceEvent& event) {
    using dyn::EventKind;
    const bool closes = event.kind == EventKind::release || event.kind == EventKind::end;
    if (event.kind == EventKind::acquire || event.kind == EventKind::begin) {
      open_.push_back(event);
    } else if (closes) {
      const EventKind opener = event.kind == EventKind::release ? EventKind::acquire : EventKind::begin;
      const auto it = std::find_if(open_.rbegin(), open_.rend(), [&](const TraceEvent& o) {
        return o.kind == opener && o.thread == event.thread && o.detail == event.detail &&
               (opener == EventKind::begin || o.target == event.target);
      });
      if (it != open_.rend()) open_.erase(std::next(it).base());
    }
  }
  const std::vector<TraceEvent>& all() const { return open_; }

 private:
  std::vector<TraceEvent> open_;
};

// Writes, and leaves out joins with threads of which nothing was written.
class Copy {
 public:
  explicit Copy(dyn::TraceWriter& writer) : writer_(writer) {}
  void write(const TraceEvent& event) {
    if (event.kind == dyn::EventKind::join_post && !threads_.contains(event.target)) return;
    if (event.kind == dyn::EventKind::start_pre) threads_.insert(event.target);
    threads_.insert(event.thread);
    writer_.write(event);
    ++written_;
  }
  uint64_t written() const { return written_; }

 private:
  dyn::TraceWriter& writer_;
  FlatSet<uint32_t> threads_;
  uint64_t written_ = 0;
};

}  // namespace

Result<uint64_t> copy_trace(dyn::TraceReader& reader, const TraceFilter& filter, dyn::TraceWriter& writer) {
  EventFilter events(reader.names(), filter);
  if (auto prepared = events.prepare(); !prepared) return tl::unexpected(prepared.error());
  const uint64_t from = filter.from.value_or(1);
  const uint64_t to = filter.to.value_or(UINT64_MAX);
  OpenParts open;
  Copy copy(writer);
  uint64_t number = 0;
  for (auto block = reader.next(); !block.empty() && number < to; block = reader.next()) {
    for (const TraceEvent& event : block) {
      if (++number > to) break;
      if (number < from) {
        open.follow(event);
        continue;
      }
      if (number == from) {
        for (const TraceEvent& earlier : open.all())
          if (events.passes(earlier)) copy.write(earlier);
      }
      if (events.passes(event)) copy.write(event);
    }
  }
  return copy.written();
}

}  // namespace dh
