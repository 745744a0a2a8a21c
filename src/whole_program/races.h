// Pairs of accesses that race: the same variable of the same object, at least one write, no order, no common
// lock (Algorithm 3 of the paper, by partition instead of over all pairs).
#pragma once

#include "whole_program/order.h"

namespace dh::whole {

struct Race {
  uint32_t first = 0;  // in Traces::accesses; the write (of two, the smaller place)
  uint32_t second = 0;
  ObjectId object;  // fields, contents
  bool same_thread_twice = false;
  uint64_t key = 0;  // of the pair of code places and the variable
};

struct RaceCheck {
  std::vector<Race> races;  // one for each pair of code places and variable
  int64_t locations = 0;
  int64_t pairs = 0;
  int64_t locations_with_more = 0;  // RaceLimits::max_races_each was reached
  bool stopped_by_limit = false;
};

struct RaceLimits {
  size_t max_entries = 60'000'000;  // accesses by location
  size_t max_pairs_each = 300'000;  // pairs examined for one location
  size_t max_races_each = 300;      // pairs of places for one location
};

RaceCheck find_races(const smallir::Module& module, const Heap& heap, const Multiplicity& multiplicity,
                     const Relevance& relevance, const Roots& roots, const Traces& traces,
                     const RaceLimits& limits, const StopToken& stop);

}  // namespace dh::whole
