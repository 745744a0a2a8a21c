// The last line when memory runs out before --memory-limit is noticed: the system refuses an allocation.
#pragma once

#include <functional>

namespace dh {

// From now on a refused allocation first gives back a reserve and is tried again, so that the report can
// still be written; the next one throws std::bad_alloc. Where that cannot be caught, the thread stops and the
// process goes on. A thread that the system refuses ends the process with a message and status 3.
void guard_against_out_of_memory();

// While it lives, a refused allocation of this thread gives back the reserve and calls the function, which
// must not return: unwinding does not help, because destructors may need memory, too.
class LastResort {
 public:
  explicit LastResort(std::function<void()> function);
  ~LastResort();
  LastResort(const LastResort&) = delete;
  LastResort& operator=(const LastResort&) = delete;
};

// Whether an allocation was refused since then.
bool memory_ran_out();

}  // namespace dh
