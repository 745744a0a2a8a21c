// Tasks, teams and target regions of libgomp, GNU's OpenMP library.
#include <algorithm>

#include "native/runtime/gomp.h"

using namespace dh::native;

// Tasks. libgomp copies the data of a task; a head before the copy says which task it is.
namespace {

using Code = GompCode;
using Copy = GompCopy;
using Unsigned = unsigned long long;

constexpr unsigned kFinal = 1 << 1;  // flags of GOMP_task
constexpr unsigned kHasDependences = 1 << 3;
constexpr unsigned kNoGroup = 1 << 11;
constexpr unsigned kDetached = 1 << 13;

struct Source {
  // Of a loop: its bounds and reductions. Of a detached task: its event. libgomp reads and writes them here.
  uintptr_t words[3];
  Code code;
  Copy copy;
  void* data;
  size_t bytes;
  size_t head_bytes;
  TaskKind kind;
  bool is_final;
  bool is_detached;
  bool is_loop;
  bool has_reduction;  // of a loop: uses copies of its thread from the start
  void** dependences;
  uintptr_t pc;
  Task* task;  // of an included one, which its maker waits for
};

struct Head {
  uintptr_t words[3];
  Task* task;
  Code code;
  size_t head_bytes, bytes;
  bool is_loop;
  bool has_reduction;
};

// The addresses that a task names, in the form in which compiled code passes them.
template <typename Visit>
void visit_dependences(void** list, Visit visit) {
  const auto number = [list](size_t i) { return reinterpret_cast<uintptr_t>(list[i]); };
  if (number(0) != 0) {
    for (size_t i = 0; i < number(0); ++i)
      visit(number(2 + i), i < number(1) ? DependenceKind::out : DependenceKind::in);
    return;
  }
  const size_t all = number(1);
  const size_t writers = number(2) + number(3);  // and those that only exclude each other
  const size_t plain = writers + number(4);
  for (size_t i = 0; i < all; ++i) {
    if (i < plain) {
      visit(number(5 + i), i < writers ? DependenceKind::out : DependenceKind::in);
      continue;
    }
    auto* object = reinterpret_cast<uintptr_t*>(number(5 + i));  // omp_depend_t: the address and the kind
    constexpr uintptr_t kIn = 1;
    constexpr uintptr_t kSet = 5;
    visit(object[0], object[1] == kIn    ? DependenceKind::in
                     : object[1] == kSet ? DependenceKind::set
                                         : DependenceKind::out);
  }
}

// Tasks whose event is not fulfilled yet.
class DetachedTasks {
 public:
  void add(uintptr_t event, Task& task) {
    const Locked locked(lock_);
    for (Entry& entry : entries_) {
      if (entry.task != nullptr) continue;
      task.references.fetch_add(1);
      entry = {event, &task};
      return;
    }
  }
  Task* take(uintptr_t event) {
    const Locked locked(lock_);
    for (Entry& entry : entries_) {
      if (entry.task == nullptr || entry.event != event) continue;
      Task* task = entry.task;
      entry.task = nullptr;
      return task;
    }
    return nullptr;
  }

 private:
  struct Entry {
    uintptr_t event = 0;
    Task* task = nullptr;
  };
  SpinLock lock_;
  Entry entries_[1024];
};
DetachedTasks detached_tasks;

void copy_task(void* to, void* from) {
  auto* source = static_cast<Source*>(from);
  auto* head = static_cast<Head*>(to);
  char* data = static_cast<char*>(to) + source->head_bytes;
  if (source->is_detached) *static_cast<uintptr_t*>(source->data) = source->words[0];
  if (source->copy != nullptr) {
    source->copy(data, source->data);
  } else {
    const auto* bytes = static_cast<const char*>(source->data);
    std::copy(bytes, bytes + source->bytes, data);
  }
  *head = {{source->words[0], source->words[1], source->words[2]},
           make_task(source->kind, source->is_final, source->pc),
           source->code,
           source->head_bytes,
           source->bytes,
           source->is_loop,
           source->has_reduction};
  if (head->task == nullptr) return;
  if (source->is_detached) detached_tasks.add(source->words[0], *head->task);
  if (source->dependences != nullptr) {
    visit_dependences(source->dependences, [head](uintptr_t address, DependenceKind kind) {
      add_dependence(*head->task, address, kind);
    });
  }
  if (head->task->kind == TaskKind::included) {
    if (source->task != nullptr) drop_task(*source->task);
    head->task->references.fetch_add(1);
    source->task = head->task;
  }
}

void run_task(void* given) {
  const Head head = *static_cast<Head*>(given);
  char* data = static_cast<char*>(given) + head.head_bytes;
  if (head.is_loop) std::copy(head.words, head.words + 2, reinterpret_cast<uintptr_t*>(data));
  if (head.task == nullptr) {
    head.code(data);
    return;
  }
  uintptr_t stack = 0;
  asm("mov %%rsp, %0" : "=r"(stack));
  begin_task(*head.task, stack);
  if (head.has_reduction) use_reduction_copies(reinterpret_cast<uintptr_t>(head.code));
  head.code(data);
  end_task(*head.task, stack);
  const Inside inside;
  clear_shadow(address_of(data), head.bytes);
}

Source make_source(Code code, Copy copy, void* data, long bytes, long alignment, uintptr_t pc) {
  know_gomp();
  Source source{};
  source.code = code;
  source.copy = copy;
  source.data = data;
  source.bytes = static_cast<size_t>(bytes);
  const size_t step = std::max<size_t>(static_cast<size_t>(alignment), 16);
  source.head_bytes = (sizeof(Head) + step - 1) / step * step;
  source.pc = pc;
  return source;
}

Source make_loop_source(Code code, Copy copy, void* data, long bytes, long alignment, unsigned flags,
                        uintptr_t pc) {
  constexpr unsigned kDeferred = 1 << 10;
  constexpr unsigned kReduction = 1 << 12;
  Source source = make_source(code, copy, data, bytes, alignment, pc);
  source.kind = (flags & kDeferred) != 0 ? TaskKind::deferred : TaskKind::included;
  source.is_final = (flags & kFinal) != 0;
  source.is_loop = true;
  source.has_reduction = (flags & kReduction) != 0;
  if (source.has_reduction) source.words[2] = static_cast<uintptr_t*>(data)[2];
  return source;
}

long bytes_of(const Source& source) {
  return static_cast<long>(source.head_bytes + source.bytes);
}

void finish_task(Source& source) {
  if (source.task != nullptr) wait_for_included(*source.task, source.pc);
}

}  // namespace

extern "C" {
void GOMP_task(Code, void*, Copy, long, long, bool, unsigned, void**, int, void*);
void GOMP_taskloop(Code, void*, Copy, long, long, unsigned, unsigned long, int, long, long, long);
void GOMP_taskloop_ull(Code, void*, Copy, long, long, unsigned, unsigned long, int, Unsigned, Unsigned,
                       Unsigned);
void GOMP_taskwait();
void GOMP_taskwait_depend(void**);
void GOMP_taskgroup_start();
void GOMP_taskgroup_end();
void GOMP_task_reduction_remap(size_t, size_t, void**);
}

DH_EXPORT void GOMP_task(Code code, void* data, Copy copy, long bytes, long alignment, bool is_deferred,
                         unsigned flags, void** dependences, int priority, void* event) {
  Source source = make_source(code, copy, data, bytes, alignment, DH_CALLER);
  source.kind = is_deferred ? TaskKind::deferred : TaskKind::included;
  source.is_final = (flags & kFinal) != 0;
  source.is_detached = (flags & kDetached) != 0;
  if ((flags & kHasDependences) != 0) source.dependences = dependences;
  DH_REAL(GOMP_task)
  (run_task, &source, copy_task, bytes_of(source), std::max(alignment, 16L), is_deferred, flags, dependences,
   priority, event);
  if (source.is_detached) *static_cast<uintptr_t*>(data) = source.words[0];
  finish_task(source);
}

#define DH_TASK_LOOP(name, type)                                                                       \
  DH_EXPORT void name(Code code, void* data, Copy copy, long bytes, long alignment, unsigned flags,    \
                      unsigned long tasks, int priority, type first, type end, type step) {            \
    Source source = make_loop_source(code, copy, data, bytes, alignment, flags, DH_CALLER);            \
    const bool has_group = (flags & kNoGroup) == 0;                                                    \
    if (has_group) begin_group();                                                                      \
    DH_REAL(name)                                                                                      \
    (run_task, &source, copy_task, bytes_of(source), std::max(alignment, 16L), flags, tasks, priority, \
     first, end, step);                                                                                \
    if (has_group) end_group(source.pc);                                                               \
    finish_task(source);                                                                               \
  }
DH_TASK_LOOP(GOMP_taskloop, long)
DH_TASK_LOOP(GOMP_taskloop_ull, Unsigned)

// libomp tells when an event of its own is fulfilled.
extern "C" void omp_fulfill_event(uintptr_t);
DH_EXPORT void omp_fulfill_event(uintptr_t event) {
  if (Task* task = detached_tasks.take(event)) {
    fulfill_task(*task, DH_CALLER);
    drop_task(*task);
  }
  DH_REAL(omp_fulfill_event)(event);
}

DH_EXPORT void GOMP_taskwait() {
  DH_REAL(GOMP_taskwait)();
  wait_for_children(DH_CALLER);
}
namespace {
void wait_for_dependences(void** list, uintptr_t pc) {
  visit_dependences(list,
                    [pc](uintptr_t address, DependenceKind kind) { wait_for_dependence(address, kind, pc); });
}
}  // namespace
DH_EXPORT void GOMP_taskwait_depend(void** dependences) {
  const uintptr_t pc = DH_CALLER;
  DH_REAL(GOMP_taskwait_depend)(dependences);
  wait_for_dependences(dependences, pc);
}
// Teams of the host: libgomp runs one after the other on the thread that made them, as if they were tasks.
namespace {
struct League {
  Code code;
  void* data;
  uintptr_t pc;
};
void run_team_of_league(void* given) {
  const auto* league = static_cast<const League*>(given);
  Task* task = make_task(TaskKind::deferred, false, league->pc);
  if (task == nullptr) return league->code(league->data);
  uintptr_t stack = 0;
  asm("mov %%rsp, %0" : "=r"(stack));
  begin_task(*task, stack);
  league->code(league->data);
  end_task(*task, stack);
}
}  // namespace

extern "C" void GOMP_teams_reg(Code, void*, unsigned, unsigned, unsigned);
DH_EXPORT void GOMP_teams_reg(Code code, void* data, unsigned teams, unsigned limit, unsigned flags) {
  know_gomp();
  League league{code, data, DH_CALLER};
  DH_REAL(GOMP_teams_reg)(run_team_of_league, &league, teams, limit, flags);
  wait_for_children(league.pc);
}

// Target regions run on the host. With `nowait` they are tasks: they run at once, as any task may.
extern "C" void GOMP_target_ext(int, Code, size_t, void**, size_t*, unsigned short*, unsigned, void**,
                                void**);
DH_EXPORT void GOMP_target_ext(int device, Code code, size_t maps, void** addresses, size_t* sizes,
                               unsigned short* kinds, unsigned flags, void** dependences, void** arguments) {
  constexpr unsigned kNoWait = 1;
  const uintptr_t pc = DH_CALLER;
  const auto run = [&] {
    DH_REAL(GOMP_target_ext)
    (device, code, maps, addresses, sizes, kinds, flags & ~kNoWait, nullptr, arguments);
  };
  know_gomp();
  if (dependences != nullptr) DH_REAL(GOMP_taskwait_depend)(dependences);
  Task* task = (flags & kNoWait) != 0 ? make_task(TaskKind::deferred, false, pc) : nullptr;
  if (task == nullptr) {
    if (dependences != nullptr) wait_for_dependences(dependences, pc);
    return run();
  }
  if (dependences != nullptr) {
    visit_dependences(dependences, [task](uintptr_t address, DependenceKind kind) {
      add_dependence(*task, address, kind);
    });
  }
  uintptr_t stack = 0;
  asm("mov %%rsp, %0" : "=r"(stack));
  begin_task(*task, stack);
  run();
  end_task(*task, stack);
}

DH_EXPORT void GOMP_taskgroup_start() {
  begin_group();
  DH_REAL(GOMP_taskgroup_start)();
}
DH_EXPORT void GOMP_taskgroup_end() {
  DH_REAL(GOMP_taskgroup_end)();
  end_group(DH_CALLER);
}
DH_EXPORT void GOMP_task_reduction_remap(size_t count, size_t original, void** pointers) {
  DH_REAL(GOMP_task_reduction_remap)(count, original, pointers);
  use_reduction_copies(DH_CALLER);
}
