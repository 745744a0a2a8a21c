// Which pairs of accesses are worth a look: by variable, without those that a common lock keeps apart.
#pragma once

#include <algorithm>
#include <optional>
#include <string>

#include "tools/predict/sections.h"

namespace dh::dyn {

// Accesses of all variables that more than one thread uses, at least one writes, and no lock protects
// throughout.
class SharedVariables {
 public:
  SharedVariables(const Needs& needs, const Sections& sections);

  size_t size() const { return begins_.size() - 1; }
  // Of one variable, in the order of the trace.
  std::span<const LogId> accesses(size_t index) const {
    return std::span(accesses_).subspan(begins_[index], begins_[index + 1] - begins_[index]);
  }

 private:
  std::vector<LogId> accesses_;
  std::vector<size_t> begins_;
};

// How much may be done before a search gives up, in steps of a few nanoseconds.
struct WorkLimit {
  uint64_t limit = 0;
  uint64_t done = 0;
  std::optional<uint64_t> stopped_at = {};  // position of the first access that was not looked at
  bool reached() const { return done >= limit; }
  // Whether there is nothing left for this access.
  bool stops_at(const EventLog& log, LogId event) {
    if (!reached()) return false;
    const uint64_t position = log.position(event);
    stopped_at = std::min(stopped_at.value_or(position), position);
    return true;
  }
  // For people.
  std::string text(const std::string& tool) const;
  // Option `work`, in millions of steps.
  static WorkLimit from_option(ToolSetup& setup, double millions) {
    return {static_cast<uint64_t>(setup.number("work", millions, 0.001, 1e9) * 1e6)};
  }
};

struct RacingPair {
  LogId first;
  LogId second;
};

// By the second access, then the first.
void sort_pairs(std::vector<RacingPair>& pairs);

// The same for all pairs of the same two places; places that are not known are different ones.
uint64_t places_key(const EventLog& log, LogId a, LogId b);

// Pairs of places of one variable that were reported: further pairs of the same places are not looked for.
class ReportedPlaces {
 public:
  explicit ReportedPlaces(const EventLog& log) : log_(log) {}
  void next_variable() { places_.clear(); }
  bool contains(LogId a, LogId b) const { return places_.contains(places_key(log_, a, b)); }
  void insert(LogId a, LogId b) { places_.insert(places_key(log_, a, b)); }

 private:
  const EventLog& log_;
  FlatSet<uint64_t> places_;
};

}  // namespace dh::dyn
