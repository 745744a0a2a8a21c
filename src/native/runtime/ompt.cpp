// LLVM's OpenMP library, libomp, which clang uses: it tells a tool what it does (OMPT, OpenMP 5.1, chapter
// 4). What it tells too late or not at all (locks are reported when they are released already) is taken from
// the functions that compiled code calls.
#include <stdint.h>

#include "native/runtime/openmp.h"
#include "native/runtime/real.h"

using namespace dh::native;

namespace {

// From the OpenMP specification, which fixes these numbers and signatures.
union Data {
  uint64_t value;
  void* pointer;
};
struct Frame {
  Data exit;
  Data enter;
  int exit_flags;
  int enter_flags;
};
struct NamedDependence {
  Data variable;
  int kind;
};
enum Endpoint : int { kBegin = 1, kEnd = 2 };
enum SyncRegion : int { kTaskWait = 5, kTaskGroup = 6, kReduction = 7 };
enum TaskStatus : int {
  kComplete = 1,
  kCancel = 3,
  kDetach = 4,  // its code has ended, its event is not fulfilled yet
  kEarlyFulfill = 5,
  kLateFulfill = 6,
  kTaskWaitComplete = 8
};
constexpr unsigned kInitial = 0x1;
constexpr unsigned kWait = 0x10;
constexpr unsigned kUndeferred = 0x08000000;
constexpr unsigned kIsFinal = 0x20000000;
constexpr int kDependsIn = 1;
constexpr int kDependsInOutSet = 7;

enum Callback : int {
  kParallelBegin = 3,
  kParallelEnd = 4,
  kTaskCreate = 5,
  kTaskSchedule = 6,
  kImplicitTask = 7,
  kDependences = 18,
  kSyncRegion = 23
};

using Function = void (*)();
using LookUp = Function (*)(const char*);
using SetCallback = int (*)(int, Function);
using GetTaskInfo = int (*)(int, int*, Data**, Frame**, Data**, int*);
using GetTaskMemory = int (*)(void**, size_t*, int);
GetTaskInfo get_task_info = nullptr;
GetTaskMemory get_task_memory = nullptr;

uintptr_t code_address(const void* code) {
  return reinterpret_cast<uintptr_t>(code);
}

Task* task_of(const Data* data) {
  return data == nullptr ? nullptr : static_cast<Task*>(data->pointer);
}

void on_parallel_begin(Data*, const Frame*, Data* region, unsigned, int, const void* code) {
  region->pointer = begin_region(code_address(code));
}

void on_parallel_end(Data* region, Data*, int, const void* code) {
  end_region(static_cast<Team*>(region->pointer), code_address(code));
}

void on_implicit_task(int endpoint, Data* region, Data* task, unsigned threads, unsigned, int) {
  if (endpoint == kBegin) {
    task->pointer = nullptr;
    if (region == nullptr || region->pointer == nullptr) return;
    begin_implicit_task(*static_cast<Team*>(region->pointer), threads, 0);
    task->pointer = &current_task();
  } else if (task->pointer == &current_task()) {
    end_implicit_task(0);
  }
}

void on_sync_region(int kind, int endpoint, Data*, Data*, const void* code) {
  const bool is_begin = endpoint == kBegin;
  if (kind == kTaskWait) {
    if (!is_begin) wait_for_children(code_address(code));
  } else if (kind == kTaskGroup) {
    is_begin ? begin_group() : end_group(code_address(code));
  } else if (kind != kReduction) {
    is_begin ? enter_barrier(code_address(code)) : leave_barrier(code_address(code));
  }
}

void on_task_create(Data*, const Frame*, Data* made, int given, int, const void* code) {
  const auto flags = static_cast<unsigned>(given);
  if ((flags & kInitial) != 0) return;
  made->pointer = (flags & kWait) != 0
                      ? make_wait()
                      : make_task((flags & kUndeferred) != 0 ? TaskKind::included : TaskKind::deferred,
                                  (flags & kIsFinal) != 0, code_address(code));
}

void on_dependences(Data* data, const NamedDependence* list, int count) {
  Task* task = task_of(data);
  if (task == nullptr) return;
  for (int i = 0; i < count; ++i) {
    add_dependence(*task, reinterpret_cast<uintptr_t>(list[i].variable.pointer),
                   list[i].kind == kDependsIn         ? DependenceKind::in
                   : list[i].kind == kDependsInOutSet ? DependenceKind::set
                                                      : DependenceKind::out);
  }
}

// What is below belongs to the task that begins or ends: the frame in which the task that waits entered the
// library.
uintptr_t stack_of_waiting(int ancestor) {
  Frame* frame = nullptr;
  int flags = 0;
  int thread = 0;
  Data* data = nullptr;
  Data* region = nullptr;
  uintptr_t here = 0;
  asm("mov %%rsp, %0" : "=r"(here));
  // The library's own frames between this one and the task's; what is cleared too much can only hide a race.
  constexpr uintptr_t kLibraryFrames = 1 << 10;
  constexpr uintptr_t kMaxFrames = 64 << 10;
  const bool is_known =
      get_task_info != nullptr && get_task_info(ancestor, &flags, &data, &frame, &region, &thread) == 2;
  const uintptr_t entered =
      is_known && frame != nullptr ? reinterpret_cast<uintptr_t>(frame->enter.pointer) : 0;
  return entered > here && entered - here < kMaxFrames ? entered : here + kLibraryFrames;
}

void clear_task_memory(void* at, size_t bytes) {
  if (at == nullptr) return;
  const Inside inside;
  clear_shadow(address_of(at), bytes);
}

void end_scheduled(Task& task) {
  void* memory = task.private_data;
  const size_t bytes = task.private_bytes;
  const bool is_included = task.kind == TaskKind::included;
  if (is_included) task.references.fetch_add(1);
  end_task(task, stack_of_waiting(1));
  clear_task_memory(memory, bytes);
  if (is_included) wait_for_included(task, 0);
}

void on_task_schedule(Data* before, int status, Data* after) {
  Task* prior = task_of(before);
  Task* next = task_of(after);
  if (status == kTaskWaitComplete) {
    if (prior != nullptr) end_wait(*prior, 0);
    return;
  }
  if (prior != nullptr && (status == kEarlyFulfill || status == kLateFulfill)) {
    fulfill_task(*prior, 0);
    if (status == kLateFulfill) drop_task(*prior);
    return;
  }
  if (prior != nullptr && prior == &current_task() && prior->kind != TaskKind::implicit) {
    if (status == kDetach) prior->references.fetch_add(1);  // until its event is fulfilled
    if (status == kDetach || status == kComplete || status == kCancel) {
      end_scheduled(*prior);
    } else if (next == prior->suspended_task) {
      suspend_task(*prior, stack_of_waiting(1));
    }
  }
  if (next == nullptr || next->kind == TaskKind::implicit || next == &current_task() ||
      next->suspended != nullptr)
    return;
  if (get_task_memory != nullptr) get_task_memory(&next->private_data, &next->private_bytes, 0);
  begin_task(*next, stack_of_waiting(1));
}

int start_tool(LookUp look_up, int, Data*) {
  const auto set = reinterpret_cast<SetCallback>(look_up("ompt_set_callback"));
  if (set == nullptr) return 0;
  get_task_info = reinterpret_cast<GetTaskInfo>(look_up("ompt_get_task_info"));
  get_task_memory = reinterpret_cast<GetTaskMemory>(look_up("ompt_get_task_memory"));
  set(kParallelBegin, reinterpret_cast<Function>(on_parallel_begin));
  set(kParallelEnd, reinterpret_cast<Function>(on_parallel_end));
  set(kImplicitTask, reinterpret_cast<Function>(on_implicit_task));
  set(kSyncRegion, reinterpret_cast<Function>(on_sync_region));
  set(kTaskCreate, reinterpret_cast<Function>(on_task_create));
  set(kTaskSchedule, reinterpret_cast<Function>(on_task_schedule));
  set(kDependences, reinterpret_cast<Function>(on_dependences));
  note_openmp_code(find_real("__kmpc_fork_call", nullptr));
  return 1;
}

void end_tool(Data*) {}

struct StartResult {
  int (*start)(LookUp, int, Data*);
  void (*end)(Data*);
  Data data;
};
StartResult start_result = {start_tool, end_tool, {0}};

}  // namespace

DH_EXPORT StartResult* ompt_start_tool(unsigned, const char*) {
  return &start_result;
}

// Functions of libomp that compiled code calls.
extern "C" {
void __kmpc_critical(void*, int, void*);
void __kmpc_critical_with_hint(void*, int, void*, uint32_t);
void __kmpc_end_critical(void*, int, void*);
void __kmpc_ordered(void*, int);
void __kmpc_end_ordered(void*, int);
void __kmpc_doacross_init(void*, int, int, const void*);
void __kmpc_doacross_post(void*, int, const int64_t*);
void __kmpc_doacross_wait(void*, int, const int64_t*);
int __kmpc_reduce(void*, int, int, size_t, void*, void (*)(void*, void*), void*);
int __kmpc_reduce_nowait(void*, int, int, size_t, void*, void (*)(void*, void*), void*);
void __kmpc_end_reduce(void*, int, void*);
void __kmpc_end_reduce_nowait(void*, int, void*);
void* __kmpc_task_reduction_get_th_data(int, void*, void*);
void __kmpc_end_taskgroup(void*, int);
}

DH_EXPORT void __kmpc_critical(void* source, int thread, void* lock) {
  const uintptr_t pc = DH_CALLER;
  before_lock(address_of(lock), pc);
  DH_REAL(__kmpc_critical)(source, thread, lock);
  after_lock(address_of(lock), pc, false);
}
DH_EXPORT void __kmpc_critical_with_hint(void* source, int thread, void* lock, uint32_t hint) {
  const uintptr_t pc = DH_CALLER;
  before_lock(address_of(lock), pc);
  DH_REAL(__kmpc_critical_with_hint)(source, thread, lock, hint);
  after_lock(address_of(lock), pc, false);
}
DH_EXPORT void __kmpc_end_critical(void* source, int thread, void* lock) {
  before_unlock(address_of(lock), DH_CALLER);
  DH_REAL(__kmpc_end_critical)(source, thread, lock);
}
DH_EXPORT void __kmpc_ordered(void* source, int thread) {
  DH_REAL(__kmpc_ordered)(source, thread);
  enter_ordered(DH_CALLER);
}
DH_EXPORT void __kmpc_end_ordered(void* source, int thread) {
  leave_ordered(DH_CALLER);
  DH_REAL(__kmpc_end_ordered)(source, thread);
}
namespace {
thread_local unsigned counters __attribute__((tls_model("initial-exec"))) = 1;
}  // namespace
DH_EXPORT void __kmpc_doacross_init(void* source, int thread, int count, const void* dimensions) {
  counters = static_cast<unsigned>(count);
  DH_REAL(__kmpc_doacross_init)(source, thread, count, dimensions);
}
DH_EXPORT void __kmpc_doacross_post(void* source, int thread, const int64_t* values) {
  end_iteration({values, counters}, DH_CALLER);
  DH_REAL(__kmpc_doacross_post)(source, thread, values);
}
DH_EXPORT void __kmpc_doacross_wait(void* source, int thread, const int64_t* values) {
  DH_REAL(__kmpc_doacross_wait)(source, thread, values);
  wait_for_iteration({values, counters}, DH_CALLER);
}

// Parts of loops that threads take while the region runs.
#define DH_NEXT(name, type)                                                                         \
  extern "C" int name(void*, int, int*, type*, type*, void*);                                       \
  DH_EXPORT int name(void* source, int thread, int* is_last, type* first, type* last, void* step) { \
    take_turns();                                                                                   \
    return DH_REAL(name)(source, thread, is_last, first, last, step);                               \
  }
DH_NEXT(__kmpc_dispatch_next_4, int32_t)
DH_NEXT(__kmpc_dispatch_next_4u, uint32_t)
DH_NEXT(__kmpc_dispatch_next_8, int64_t)
DH_NEXT(__kmpc_dispatch_next_8u, uint64_t)

// A thread that gets 1 combines its result with the variable, alone, until the end of the reduction.
namespace {
thread_local bool combines __attribute__((tls_model("initial-exec"))) = false;
template <typename Call>
int reduce(void* lock, uintptr_t pc, Call call) {
  ignore_accesses(true);
  const int way = call();
  ignore_accesses(false);
  combines = way == 1;
  if (combines) after_lock(address_of(lock), pc, false);
  return way;
}
void end_reduce(void* lock, uintptr_t pc) {
  if (combines) before_unlock(address_of(lock), pc);
  combines = false;
}
}  // namespace

DH_EXPORT int __kmpc_reduce(void* source, int thread, int count, size_t bytes, void* data,
                            void (*combine)(void*, void*), void* lock) {
  return reduce(lock, DH_CALLER,
                [&] { return DH_REAL(__kmpc_reduce)(source, thread, count, bytes, data, combine, lock); });
}
DH_EXPORT int __kmpc_reduce_nowait(void* source, int thread, int count, size_t bytes, void* data,
                                   void (*combine)(void*, void*), void* lock) {
  return reduce(lock, DH_CALLER, [&] {
    return DH_REAL(__kmpc_reduce_nowait)(source, thread, count, bytes, data, combine, lock);
  });
}
DH_EXPORT void __kmpc_end_reduce(void* source, int thread, void* lock) {
  end_reduce(lock, DH_CALLER);
  DH_REAL(__kmpc_end_reduce)(source, thread, lock);
}
DH_EXPORT void __kmpc_end_reduce_nowait(void* source, int thread, void* lock) {
  end_reduce(lock, DH_CALLER);
  DH_REAL(__kmpc_end_reduce_nowait)(source, thread, lock);
}

// One thread makes the copies of all.
#define DH_REDUCTION(type, name, parameters, arguments) \
  extern "C" type name parameters;                      \
  DH_EXPORT type name parameters {                      \
    struct Ignored {                                    \
      Ignored() { ignore_accesses(true); }              \
      ~Ignored() { ignore_accesses(false); }            \
    } ignored;                                          \
    return DH_REAL(name) arguments;                     \
  }
DH_REDUCTION(void*, __kmpc_task_reduction_init, (int thread, int count, void* data), (thread, count, data))
DH_REDUCTION(void*, __kmpc_taskred_init, (int thread, int count, void* data), (thread, count, data))
DH_REDUCTION(void*, __kmpc_task_reduction_modifier_init,
             (void* source, int thread, int is_worksharing, int count, void* data),
             (source, thread, is_worksharing, count, data))
DH_REDUCTION(void*, __kmpc_taskred_modifier_init,
             (void* source, int thread, int is_worksharing, int count, void* data),
             (source, thread, is_worksharing, count, data))
DH_REDUCTION(void, __kmpc_task_reduction_modifier_fini, (void* source, int thread, int is_worksharing),
             (source, thread, is_worksharing))

DH_EXPORT void* __kmpc_task_reduction_get_th_data(int thread, void* group, void* data) {
  void* copy = DH_REAL(__kmpc_task_reduction_get_th_data)(thread, group, data);
  use_reduction_copies(DH_CALLER);
  return copy;
}
// The reductions of the group are combined before the library says that the group has ended.
DH_EXPORT void __kmpc_end_taskgroup(void* source, int thread) {
  ignore_accesses(true);
  DH_REAL(__kmpc_end_taskgroup)(source, thread);
  ignore_accesses(false);
}
