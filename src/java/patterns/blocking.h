// Calls that wait for time to pass or for another thread.
#pragma once

#include <cstdint>
#include <string_view>

#include "java/patterns/code.h"

namespace dh::java {

enum class BlocksBy : uint8_t {
  nothing,
  sleeping,
  waiting,            // for another thread
  monitor_waiting,    // wait(), which releases the monitor of its object
  condition_waiting,  // await(), which releases the lock of its condition
};

struct Blocking {
  BlocksBy by = BlocksBy::nothing;
  bool timed = false;
  std::string_view what = {};  // "sleeps", "waits for a thread to end"
};

Blocking blocking_call(const Code& code, const Call& call);

// Waits for time or another thread, without an end of its own: not wait(100), nor waits that release a lock.
bool blocks_for_long(const Blocking& blocking);

// A number for each text of Blocking::what, and back.
uint32_t number_of_wait(std::string_view what);
std::string_view text_of_wait(uint32_t number);

}  // namespace dh::java
