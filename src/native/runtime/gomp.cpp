// GNU's OpenMP library, libgomp: the functions that compiled code calls. Its threads wait for each other in
// ways that nobody else sees, so what each call orders is told here.
#include <stdarg.h>

#include <algorithm>

#include "native/runtime/gomp.h"

using namespace dh::native;

extern "C" {
int omp_get_num_threads();
void omp_set_num_threads(int);
}

namespace {

using Code = GompCode;

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
  begin_implicit_task(*region->team, static_cast<unsigned>(DH_REAL(omp_get_num_threads)()), region->pc);
  region->code(region->data);
  end_implicit_task(region->pc);
}

template <typename Call>
auto run_team(Code code, void* data, uintptr_t pc, bool has_reductions, Call call) {
  know_gomp();
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

std::atomic<bool> sets_threads{false};  // the program does

}  // namespace

void dh::native::know_gomp() {
  if (openmp_code.end.load(std::memory_order_relaxed) != 0) return;
  // What libgomp allocates and frees for itself is ordered by what it does inside.
  note_openmp_code(find_real("GOMP_parallel", nullptr));
  if (!sets_threads.load() && has_one_processor()) DH_REAL(omp_set_num_threads)(2);
}

DH_EXPORT void omp_set_num_threads(int threads) {
  sets_threads.store(true);
  DH_REAL(omp_set_num_threads)(threads);
}

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

// Parts of loops and sections that threads take while the region runs.
#define DH_NEXT(name, type)                     \
  extern "C" bool name(type*, type*);           \
  DH_EXPORT bool name(type* first, type* end) { \
    take_turns();                               \
    return DH_REAL(name)(first, end);           \
  }
DH_NEXT(GOMP_loop_dynamic_next, long)
DH_NEXT(GOMP_loop_guided_next, long)
DH_NEXT(GOMP_loop_runtime_next, long)
DH_NEXT(GOMP_loop_nonmonotonic_dynamic_next, long)
DH_NEXT(GOMP_loop_nonmonotonic_guided_next, long)
DH_NEXT(GOMP_loop_nonmonotonic_runtime_next, long)
DH_NEXT(GOMP_loop_maybe_nonmonotonic_runtime_next, long)
DH_NEXT(GOMP_loop_ull_dynamic_next, unsigned long long)
DH_NEXT(GOMP_loop_ull_guided_next, unsigned long long)
DH_NEXT(GOMP_loop_ull_runtime_next, unsigned long long)
DH_NEXT(GOMP_loop_ull_nonmonotonic_dynamic_next, unsigned long long)
DH_NEXT(GOMP_loop_ull_nonmonotonic_guided_next, unsigned long long)
DH_NEXT(GOMP_loop_ull_nonmonotonic_runtime_next, unsigned long long)
DH_NEXT(GOMP_loop_ull_maybe_nonmonotonic_runtime_next, unsigned long long)

extern "C" unsigned GOMP_sections_next();
DH_EXPORT unsigned GOMP_sections_next() {
  take_turns();
  return DH_REAL(GOMP_sections_next)();
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
    int64_t n[kMaxCounters] = {};                                                                            \
    std::copy(counts, counts + counters, n);                                                                 \
    end_iteration({n, counters}, DH_CALLER);                                                                 \
    DH_REAL(post)(counts);                                                                                   \
  }                                                                                                          \
  DH_EXPORT void wait(type first, ...) {                                                                     \
    int64_t n[kMaxCounters] = {static_cast<int64_t>(first)};                                                 \
    va_list rest;                                                                                            \
    va_start(rest, first);                                                                                   \
    for (unsigned i = 1; i < counters; ++i) n[i] = static_cast<int64_t>(va_arg(rest, type));                 \
    va_end(rest);                                                                                            \
    DH_REAL(wait)                                                                                            \
    (first, n[1], n[2], n[3], n[4], n[5], n[6], n[7], n[8], n[9], n[10], n[11], n[12], n[13], n[14], n[15]); \
    wait_for_iteration({n, counters}, DH_CALLER);                                                            \
  }
DH_DOACROSS(GOMP_doacross_post, GOMP_doacross_wait, long)
DH_DOACROSS(GOMP_doacross_ull_post, GOMP_doacross_ull_wait, Unsigned)
