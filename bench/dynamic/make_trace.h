// A trace like that of a server: threads with data of their own, shared data under locks, tables that all
// read, and a few races.
#pragma once

#include <cstdint>
#include <string>

namespace dh::bench {

struct TraceShape {
  uint64_t events = 50'000'000;
  uint32_t threads = 8;
  uint32_t variables = 180'000;
  uint32_t locks = 500;
  uint32_t locations = 5'000;
  uint32_t own_locks = 0;  // percent of the critical sections that are of a lock which the thread prefers
};

// Text when the path ends in .std. The same shape gives the same bytes.
bool make_trace(const std::string& path, const TraceShape& shape);

}  // namespace dh::bench
