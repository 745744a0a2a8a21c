// GNU's OpenMP library, libgomp: the functions that compiled code calls. Its threads wait for each other in
// ways that nobody else sees, so what each call orders is told here.
#include <stdarg.h>

#include <algorithm>

#include "native/runtime/openmp.h"
#include "native/runtime/real.h"

using namespace dh::native;

namespace {

using Code = void (*)(void*);
using Copy = void (*)(void*, void*);

// Stands for the data of a region. libgomp looks for the reductions of a region in the first word.
struct Region {
  void* reductions;
  Code code;
  void* data;
  Team* team;
  uintptr_t pc;
};

void run_region(void* given) {
  const auto* region = static_cast<const Region*>(given);
  if (region->team == nullptr) {
    region->code(region->data);
    return;
  }
  begin_implicit_task(*region->team, region->pc);
  region->code(region->data);
  end_implicit_task(region->pc);
}

// What libgomp allocates and frees for itself is ordered by what it does inside.
void know_library() {
  if (openmp_code.end.load(std::memory_order_relaxed) != 0) return;
  note_openmp_code(find_real("GOMP_parallel", nullptr));
}

template <typename Call>
auto run_team(Code code, void* data, uintptr_t pc, bool has_reductions, Call call) {
  know_library();
  Region region{has_reductions ? *static_cast<void**>(data) : nullptr, code, data, begin_region(pc), pc};
  struct End {
    Region& region;
    ~End() { end_region(region.team, region.pc); }
  } end{region};
  return call(run_region, &region);
}

template <typename Call>
auto wait_at_barrier(uintptr_t pc, Call call) {
  enter_barrier(pc);
  struct End {
    uintptr_t pc;
    ~End() { leave_barrier(pc); }
  } end{pc};
  return call();
}

}  // namespace

// Functions of libgomp have no header.
extern "C" {
void GOMP_parallel(Code, void*, unsigned, unsigned);
unsigned GOMP_parallel_reductions(Code, void*, unsigned, unsigned);
void GOMP_parallel_sections(Code, void*, unsigned, unsigned, unsigned);
}

DH_EXPORT void GOMP_parallel(Code code, void* data, unsigned threads, unsigned flags) {
  run_team(code, data, DH_CALLER, false, [&](Code run, void* region) {
    DH_REAL(GOMP_parallel)(run, region, threads, flags);
  });
}
DH_EXPORT unsigned GOMP_parallel_reductions(Code code, void* data, unsigned threads, unsigned flags) {
  return run_team(code, data, DH_CALLER, true, [&](Code run, void* region) {
    return DH_REAL(GOMP_parallel_reductions)(run, region, threads, flags);
  });
}
DH_EXPORT void GOMP_parallel_sections(Code code, void* data, unsigned threads, unsigned count,
                                      unsigned flags) {
  run_team(code, data, DH_CALLER, false, [&](Code run, void* region) {
    DH_REAL(GOMP_parallel_sections)(run, region, threads, count, flags);
  });
}

#define DH_PARALLEL_LOOP(name)                                                                              \
  extern "C" void name(Code, void*, unsigned, long, long, long, long, unsigned);                            \
  DH_EXPORT void name(Code code, void* data, unsigned threads, long first, long end, long step, long chunk, \
                      unsigned flags) {                                                                     \
    run_team(code, data, DH_CALLER, false, [&](Code run, void* region) {                                    \
      DH_REAL(name)(run, region, threads, first, end, step, chunk, flags);                                  \
    });                                                                                                     \
  }
#define DH_PARALLEL_RUNTIME_LOOP(name)                                                          \
  extern "C" void name(Code, void*, unsigned, long, long, long, unsigned);                      \
  DH_EXPORT void name(Code code, void* data, unsigned threads, long first, long end, long step, \
                      unsigned flags) {                                                         \
    run_team(code, data, DH_CALLER, false, [&](Code run, void* region) {                        \
      DH_REAL(name)(run, region, threads, first, end, step, flags);                             \
    });                                                                                         \
  }
DH_PARALLEL_LOOP(GOMP_parallel_loop_static)
DH_PARALLEL_LOOP(GOMP_parallel_loop_dynamic)
DH_PARALLEL_LOOP(GOMP_parallel_loop_guided)
DH_PARALLEL_LOOP(GOMP_parallel_loop_nonmonotonic_dynamic)
DH_PARALLEL_LOOP(GOMP_parallel_loop_nonmonotonic_guided)
DH_PARALLEL_RUNTIME_LOOP(GOMP_parallel_loop_runtime)
DH_PARALLEL_RUNTIME_LOOP(GOMP_parallel_loop_nonmonotonic_runtime)
DH_PARALLEL_RUNTIME_LOOP(GOMP_parallel_loop_maybe_nonmonotonic_runtime)

#define DH_BARRIER(type, name)                                         \
  extern "C" type name();                                              \
  DH_EXPORT type name() {                                              \
    return wait_at_barrier(DH_CALLER, [] { return DH_REAL(name)(); }); \
  }
DH_BARRIER(void, GOMP_barrier)
DH_BARRIER(bool, GOMP_barrier_cancel)
DH_BARRIER(void, GOMP_loop_end)
DH_BARRIER(bool, GOMP_loop_end_cancel)
DH_BARRIER(void, GOMP_sections_end)
DH_BARRIER(bool, GOMP_sections_end_cancel)

// `single copyprivate`: one thread gets null, runs the block and passes on its data; the others wait for it.
extern "C" {
void* GOMP_single_copy_start();
void GOMP_single_copy_end(void*);
}
DH_EXPORT void* GOMP_single_copy_start() {
  const uintptr_t pc = DH_CALLER;
  enter_barrier(pc);
  void* data = DH_REAL(GOMP_single_copy_start)();
  if (data != nullptr) leave_barrier(pc);
  return data;
}
DH_EXPORT void GOMP_single_copy_end(void* data) {
  wait_at_barrier(DH_CALLER, [data] { DH_REAL(GOMP_single_copy_end)(data); });
}

// Locks.
namespace {
char unnamed_critical;
char atomic_block;
}  // namespace

#define DH_SECTION(begin, end, key)            \
  extern "C" void begin();                     \
  extern "C" void end();                       \
  DH_EXPORT void begin() {                     \
    const uintptr_t pc = DH_CALLER;            \
    before_lock(address_of(key), pc);          \
    DH_REAL(begin)();                          \
    after_lock(address_of(key), pc, false);    \
  }                                            \
  DH_EXPORT void end() {                       \
    before_unlock(address_of(key), DH_CALLER); \
    DH_REAL(end)();                            \
  }
DH_SECTION(GOMP_critical_start, GOMP_critical_end, &unnamed_critical)
DH_SECTION(GOMP_atomic_start, GOMP_atomic_end, &atomic_block)

extern "C" {
void GOMP_ordered_start();
void GOMP_ordered_end();
}

#define DH_OMP_LOCK(name)                    \
  extern "C" void name(void*);               \
  DH_EXPORT void name(void* lock) {          \
    const uintptr_t pc = DH_CALLER;          \
    before_lock(address_of(lock), pc);       \
    DH_REAL(name)(lock);                     \
    after_lock(address_of(lock), pc, false); \
  }
#define DH_OMP_TRY_LOCK(name)                                  \
  extern "C" int name(void*);                                  \
  DH_EXPORT int name(void* lock) {                             \
    const uintptr_t pc = DH_CALLER;                            \
    const int is_held = DH_REAL(name)(lock);                   \
    if (is_held != 0) after_lock(address_of(lock), pc, false); \
    return is_held;                                            \
  }
#define DH_OMP_RELEASE(name, event)     \
  extern "C" void name(void*);          \
  DH_EXPORT void name(void* lock) {     \
    event(address_of(lock), DH_CALLER); \
    DH_REAL(name)(lock);                \
  }
DH_OMP_LOCK(GOMP_critical_name_start)
DH_OMP_RELEASE(GOMP_critical_name_end, before_unlock)
DH_OMP_LOCK(omp_set_lock)
DH_OMP_TRY_LOCK(omp_test_lock)
DH_OMP_RELEASE(omp_unset_lock, before_unlock)
DH_OMP_RELEASE(omp_destroy_lock, lock_destroyed)
DH_OMP_LOCK(omp_set_nest_lock)
DH_OMP_TRY_LOCK(omp_test_nest_lock)
DH_OMP_RELEASE(omp_unset_nest_lock, before_unlock)
DH_OMP_RELEASE(omp_destroy_nest_lock, lock_destroyed)

DH_EXPORT void GOMP_ordered_start() {
  DH_REAL(GOMP_ordered_start)();
  enter_ordered(DH_CALLER);
}
DH_EXPORT void GOMP_ordered_end() {
  leave_ordered(DH_CALLER);
  DH_REAL(GOMP_ordered_end)();
}

// Loops whose iterations wait for named earlier ones. How many counters an iteration has is known where it
// starts.
namespace {
constexpr unsigned kMaxCounters = 16;
thread_local unsigned counters __attribute__((tls_model("initial-exec"))) = 1;
void note_counters(unsigned count) {
  counters = std::min(count, kMaxCounters);
}
}  // namespace

#define DH_DOACROSS_LOOP(name, type, parameters, arguments)       \
  extern "C" bool name(unsigned count, type* counts, parameters); \
  DH_EXPORT bool name(unsigned count, type* counts, parameters) { \
    note_counters(count);                                         \
    return DH_REAL(name)(count, counts, arguments);               \
  }
#define DH_COMMA ,
#define DH_CHUNKED(name, type)                                                     \
  DH_DOACROSS_LOOP(name, type, type chunk DH_COMMA type* first DH_COMMA type* end, \
                   chunk DH_COMMA first DH_COMMA end)
#define DH_UNCHUNKED(name, type) \
  DH_DOACROSS_LOOP(name, type, type* first DH_COMMA type* end, first DH_COMMA end)
#define DH_REDUCING(name, type)                                                                       \
  DH_DOACROSS_LOOP(name, type,                                                                        \
                   long schedule DH_COMMA type chunk DH_COMMA type* first DH_COMMA type* end DH_COMMA \
                       uintptr_t* reductions DH_COMMA void** memory,                                  \
                   schedule DH_COMMA chunk DH_COMMA first DH_COMMA end DH_COMMA reductions DH_COMMA memory)
using Unsigned = unsigned long long;
DH_CHUNKED(GOMP_loop_doacross_static_start, long)
DH_CHUNKED(GOMP_loop_doacross_dynamic_start, long)
DH_CHUNKED(GOMP_loop_doacross_guided_start, long)
DH_UNCHUNKED(GOMP_loop_doacross_runtime_start, long)
DH_REDUCING(GOMP_loop_doacross_start, long)
DH_CHUNKED(GOMP_loop_ull_doacross_static_start, Unsigned)
DH_CHUNKED(GOMP_loop_ull_doacross_dynamic_start, Unsigned)
DH_CHUNKED(GOMP_loop_ull_doacross_guided_start, Unsigned)
DH_UNCHUNKED(GOMP_loop_ull_doacross_runtime_start, Unsigned)
DH_REDUCING(GOMP_loop_ull_doacross_start, Unsigned)

#define DH_DOACROSS(post, wait, type)                                                                        \
  extern "C" void post(type*);                                                                               \
  extern "C" void wait(type, ...);                                                                           \
  DH_EXPORT void post(type* counts) {                                                                        \
    leave_ordered(DH_CALLER);                                                                                \
    DH_REAL(post)(counts);                                                                                   \
  }                                                                                                          \
  DH_EXPORT void wait(type first, ...) {                                                                     \
    type n[kMaxCounters] = {};                                                                               \
    va_list rest;                                                                                            \
    va_start(rest, first);                                                                                   \
    for (unsigned i = 1; i < counters; ++i) n[i] = va_arg(rest, type);                                       \
    va_end(rest);                                                                                            \
    DH_REAL(wait)                                                                                            \
    (first, n[1], n[2], n[3], n[4], n[5], n[6], n[7], n[8], n[9], n[10], n[11], n[12], n[13], n[14], n[15]); \
    enter_ordered(DH_CALLER);                                                                                \
  }
DH_DOACROSS(GOMP_doacross_post, GOMP_doacross_wait, long)
DH_DOACROSS(GOMP_doacross_ull_post, GOMP_doacross_ull_wait, Unsigned)

// Tasks. libgomp copies the data of a task; a head before the copy says which task it is.
namespace {

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
    visit(object[0], object[1] == kIn ? DependenceKind::in : DependenceKind::out);
  }
}

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
           source->is_loop};
  if (head->task == nullptr) return;
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
  head.code(data);
  end_task(*head.task, stack);
  const Inside inside;
  clear_shadow(address_of(data), head.bytes);
}

Source make_source(Code code, Copy copy, void* data, long bytes, long alignment, uintptr_t pc) {
  know_library();
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
    Source source = make_source(code, copy, data, bytes, alignment, DH_CALLER);                        \
    constexpr unsigned kDeferred = 1 << 10;                                                            \
    constexpr unsigned kReduction = 1 << 12;                                                           \
    source.kind = (flags & kDeferred) != 0 ? TaskKind::deferred : TaskKind::included;                  \
    source.is_final = (flags & kFinal) != 0;                                                           \
    source.is_loop = true;                                                                             \
    if ((flags & kReduction) != 0) source.words[2] = static_cast<uintptr_t*>(data)[2];                 \
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

DH_EXPORT void GOMP_taskwait() {
  DH_REAL(GOMP_taskwait)();
  wait_for_children(DH_CALLER);
}
DH_EXPORT void GOMP_taskwait_depend(void** dependences) {
  const uintptr_t pc = DH_CALLER;
  DH_REAL(GOMP_taskwait_depend)(dependences);
  visit_dependences(dependences,
                    [pc](uintptr_t address, DependenceKind kind) { wait_for_dependence(address, kind, pc); });
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
