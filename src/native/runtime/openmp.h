// What OpenMP orders, whatever runtime library does it (gomp.cpp, ompt.cpp): parallel regions, barriers,
// tasks with their dependences, task groups.
//
// Implicit tasks are the threads that run them. An explicit task has a Thread of its own while it runs, so
// that two tasks without order race also when one thread happens to run them one after the other.
#pragma once

#include "native/runtime/sync.h"

namespace dh::native {

// What has been published here is before what observes it later.
struct OrderPoint {
  SpinLock lock;
  Clock clock;
};
void release(Thread& thread, OrderPoint& point, uint32_t place);
void acquire(Thread& thread, OrderPoint& point, uint32_t place);

// The threads of a parallel region. They can be one barrier apart, so two points distinguish what was
// published before this barrier from what was published before the next one.
struct Task;

struct Team {
  Task* maker = nullptr;
  std::atomic<uint32_t> references{0};  // threads can leave after the region has ended
  OrderPoint fork, end, ordered;
  OrderPoint barriers[2];
  OrderPoint tasks[2];  // that were made before this barrier and ended
  // The first times that the region runs (take_turns).
  std::atomic<uint32_t> arrived{0};
  std::atomic<uint32_t> turns{0};
  int64_t start_limit = 0;                         // microseconds
  std::atomic<const Thread*> last_taker{nullptr};  // of a part of a loop
  std::atomic<bool> takes_turns{false};
  Team* next = nullptr;
};

struct TaskGroup {
  OrderPoint end;
  TaskGroup* outer = nullptr;
};

// The code of the runtime library: not the program's.
struct CodeRange {
  std::atomic<uintptr_t> begin{0};
  std::atomic<uintptr_t> end{0};
};
extern CodeRange openmp_code;
void note_code(const void* function, CodeRange& range);  // of its module
void note_openmp_code(const void* function);
inline bool is_openmp_code(uintptr_t pc) {
  return pc < openmp_code.end.load(std::memory_order_relaxed) &&
         pc >= openmp_code.begin.load(std::memory_order_relaxed);
}

enum class TaskKind : uint8_t { implicit, deferred, included };

struct Dependence;

// Counted: children can outlive the task that made them.
struct Task {
  Task* parent = nullptr;
  Team* team = nullptr;
  TaskGroup* group = nullptr;
  Thread* thread = nullptr;     // of an explicit task: its own, or null when there is none left
  Thread* suspended = nullptr;  // while it runs: what its thread of the program was before
  CallFrame* suspended_top = nullptr;
  Task* suspended_task = nullptr;
  Dependence* dependences = nullptr;
  void* private_data = nullptr;  // that the library uses again for another task
  size_t private_bytes = 0;
  OrderPoint children;  // that have ended
  OrderPoint done;      // of an included task, for the task that waits for it
  uint32_t barriers_passed = 0;
  std::atomic<uint32_t> references{0};
  TaskKind kind = TaskKind::implicit;
  bool is_final = false;
  bool has_reduction = false;  // uses the copies of its thread of the program
};

// `set` (OpenMP's inoutset): such tasks exclude readers and writers, but not each other.
enum class DependenceKind : uint8_t { in, out, set };

// The task that runs on this thread of the program; never null.
Task& current_task();

Team* begin_region(uintptr_t pc);
void end_region(Team* team, uintptr_t pc);
// Around the code of a region, on each thread of the team.
void begin_implicit_task(Team& team, unsigned threads, uintptr_t pc);
void end_implicit_task(uintptr_t pc);

void enter_barrier(uintptr_t pc);
void leave_barrier(uintptr_t pc);

// By the task that makes it, after the task's data was written.
Task* make_task(TaskKind kind, bool is_final, uintptr_t pc);
void add_dependence(Task& task, uintptr_t address, DependenceKind kind);
// Around the task's code. `stack` is the stack pointer of the caller: what is below it belongs to the task.
void begin_task(Task& task, uintptr_t stack);
void end_task(Task& task, uintptr_t stack);
// The task's thread of the program turns back to what it did before; the task goes on later.
void suspend_task(Task& task, uintptr_t stack);
void drop_task(Task& task);
// The event of a detached task: what this thread has done so far is before what waits for the task.
void fulfill_task(Task& task, uintptr_t pc);
// Stands for a wait until the tasks it depends on have ended.
Task* make_wait();
void end_wait(Task& task, uintptr_t pc);
void wait_for_included(Task& task, uintptr_t pc);
void wait_for_children(uintptr_t pc);
void wait_for_dependence(uintptr_t address, DependenceKind kind, uintptr_t pc);
void begin_group();
void end_group(uintptr_t pc);
// The task accesses copies of variables that other tasks on its thread of the program use, too.
void use_reduction_copies(uintptr_t pc);

// While a reduction combines what other threads computed: the library orders it.
void ignore_accesses(bool is_begin);

// On one processor a region has one thread unless the program or its environment says otherwise, and then
// nothing is unordered: it gets two.
bool has_one_processor();
void ask_for_two_threads();  // of libomp, which has not read its environment yet

// openmp_turns.cpp: at the begin of a region, on each of its threads, before a thread takes a part of a loop.
void begin_turns(Team& team, uintptr_t pc);
void await_team(Team& team, unsigned threads);
void take_turns();

// `ordered depend`: the vectors of iterations that end, and that are waited for.
struct Iteration {
  const int64_t* counters;
  unsigned count;
};
void end_iteration(Iteration iteration, uintptr_t pc);
void wait_for_iteration(Iteration iteration, uintptr_t pc);

void enter_ordered(uintptr_t pc);
void leave_ordered(uintptr_t pc);

}  // namespace dh::native
