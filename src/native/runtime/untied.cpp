// Untied tasks of LLVM's OpenMP library. Compiled code cuts such a task into parts, each of which asks for
// the next one by
// __kmpc_omp_task() before it returns, and the library does not tell its tools when a part ends. Here one
// thread runs all parts of a task without a break, as of a tied task: that is one of the schedules that a
// program must expect.
#include <cstddef>

#include "native/runtime/real.h"

using namespace dh::native;

namespace {

using Entry = int (*)(int, void*);

// The head of a task in the ABI of the library; `shared` leads to what follows its private data.
struct LibraryTask {
  void* shared;
  Entry entry;
};

constexpr int kTied = 1;

struct Running {
  void* task;
  bool asks_for_next;
};
thread_local Running running __attribute__((tls_model("initial-exec"))) = {};

// The compiled entry is kept in the last word of the private data.
Entry& entry_of(void* task) {
  return static_cast<Entry*>(static_cast<LibraryTask*>(task)->shared)[-1];
}

int run_parts(int thread, void* task) {
  const Running outer = running;
  const Entry entry = entry_of(task);
  int result = 0;
  do {
    running = {task, false};
    result = entry(thread, task);
  } while (running.asks_for_next);
  running = outer;
  return result;
}

}  // namespace

extern "C" {
void* __kmpc_omp_task_alloc(void*, int, int, size_t, size_t, Entry);
int __kmpc_omp_task(void*, int, void*);
}

DH_EXPORT void* __kmpc_omp_task_alloc(void* source, int thread, int flags, size_t private_bytes,
                                      size_t shared_bytes, Entry entry) {
  const auto real = DH_REAL(__kmpc_omp_task_alloc);
  if ((flags & kTied) != 0) return real(source, thread, flags, private_bytes, shared_bytes, entry);
  private_bytes = (private_bytes + 7) / 8 * 8 + sizeof(Entry);
  if (shared_bytes == 0) shared_bytes = sizeof(void*);  // else `shared` would be null
  void* task = real(source, thread, flags | kTied, private_bytes, shared_bytes, run_parts);
  entry_of(task) = entry;
  return task;
}

DH_EXPORT int __kmpc_omp_task(void* source, int thread, void* task) {
  if (task == running.task && static_cast<LibraryTask*>(task)->entry == run_parts) {
    running.asks_for_next = true;
    return 0;
  }
  return DH_REAL(__kmpc_omp_task)(source, thread, task);
}
