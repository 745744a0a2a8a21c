// What is true at one point of a path through a function.
#pragma once

#include <algorithm>
#include <vector>

#include "erlang/summaries/summary.h"

namespace dh::erlang {

struct PathState {
  bool dead = false;              // no path gets here
  std::vector<uint32_t> pending;  // reads, sorted
  std::vector<uint32_t> ended;    // those of them whose process or table was removed, sorted
  std::vector<Location> written;  // on every path that gets here
  struct Removed {
    uint32_t pair = 0, read = 0;
    friend auto operator<=>(const Removed&, const Removed&) = default;
  };
  std::vector<Removed> removed;  // pairs whose write removes what was read, sorted

  bool is_pending(uint32_t read) const { return std::binary_search(pending.begin(), pending.end(), read); }
  void add_pending(uint32_t read);
  void note_written(const Location& location);
  // What is true on either path.
  void join(const PathState& other);

 private:
  void join_written(const std::vector<Location>& other);
};

void sort_unique(std::vector<uint32_t>& numbers);

}  // namespace dh::erlang
