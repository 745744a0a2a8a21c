#include "cli/out_of_memory.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <system_error>
#include <utility>

namespace dh {

namespace {

constexpr size_t kReserveBytes = size_t{32} << 20;

std::atomic<void*> reserve{nullptr};
std::atomic<bool> ran_out{false};

std::atomic<pid_t> thread_of_last_resort{0};
std::function<void()> last_resort;  // used by that thread only

pid_t this_thread() {
  return static_cast<pid_t>(::syscall(SYS_gettid));
}

void on_refused_allocation() {
  ran_out.store(true);
  const pid_t owner = thread_of_last_resort.load();
  if (owner != 0 && owner != this_thread()) throw std::bad_alloc();  // an analysis that was abandoned
  void* bytes = reserve.exchange(nullptr);
  if (bytes == nullptr) throw std::bad_alloc();
  std::free(bytes);
  if (owner == 0) return;
  thread_of_last_resort.store(0);
  last_resort();
}

[[noreturn]] void end_with(const char* message) {
  // Exit status 3 also where the message cannot be written.
  if (::write(STDERR_FILENO, message, std::strlen(message)) < 0) ::_exit(3);
  ::_exit(3);
}

enum class Refused { nothing, memory, thread };

// What the exception that ends the program says. A refused thread: its stack needs memory, and there may be a
// limit of threads.
Refused what_was_refused() {
  const std::exception_ptr current = std::current_exception();
  if (current == nullptr) return Refused::nothing;
  try {
    std::rethrow_exception(current);
  } catch (const std::bad_alloc&) {
    return Refused::memory;
  } catch (const std::system_error& error) {
    return error.code() == std::errc::resource_unavailable_try_again ? Refused::thread : Refused::nothing;
  } catch (...) {
    return Refused::nothing;
  }
}

// An exception left a thread or a noexcept function. If memory ran out, the session's own thread reports
// that.
[[noreturn]] void on_terminate() {
  const bool is_main_thread = ::getpid() == this_thread();
  const Refused refused = what_was_refused();
  // Also memory that `new` knows nothing of: oneTBB calls malloc(), and throws where nothing may be thrown.
  if (refused == Refused::memory) ran_out.store(true);
  if (refused == Refused::thread) {
    end_with(
        "deadheat: the system gives no more threads; nothing could be reported; a higher limit of memory or "
        "processes, or -j1, helps\n");
  }
  if (!ran_out.load()) std::abort();
  if (is_main_thread) end_with("deadheat: out of memory; nothing could be reported\n");
  for (;;) ::pause();
}

}  // namespace

void guard_against_out_of_memory() {
  if (void* bytes = std::malloc(kReserveBytes)) {
    // Not touched: costs addresses, not memory, as long as nobody needs it.
    if (void* old = reserve.exchange(bytes)) std::free(old);
  }
  std::set_new_handler(on_refused_allocation);
  std::set_terminate(on_terminate);
}

LastResort::LastResort(std::function<void()> function) {
  last_resort = std::move(function);
  thread_of_last_resort.store(this_thread());
}

LastResort::~LastResort() {
  thread_of_last_resort.store(0);
}

bool memory_ran_out() {
  return ran_out.load();
}

}  // namespace dh
