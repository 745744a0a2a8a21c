// OpenMP: the rarer constructs, with gcc and clang. The argument chooses; a line with "bad NAME" takes part in the finding of
// scenario NAME, scenarios without such lines are silent.
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int shared, values[64], others[64];
static int sink;
#pragma omp threadprivate(sink)

static void collapsed(void) {
  static int grid[8][8];
#pragma omp parallel for collapse(2) num_threads(2)
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < 8; j++) grid[i][j] = i * j;
  shared = grid[3][3];
}
static void stencil(void) {
#pragma omp parallel num_threads(2)
  for (int step = 0; step < 4; step++) {
#pragma omp for schedule(static)
    for (int i = 1; i < 63; i++) others[i] = values[i - 1] + values[i + 1];
#pragma omp for schedule(static)
    for (int i = 1; i < 63; i++) values[i] = others[i];
  }
}
static void nowait_same_schedule(void) {
#pragma omp parallel num_threads(2)
  {
#pragma omp for schedule(static) nowait
    for (int i = 0; i < 64; i++) values[i] = i;
#pragma omp for schedule(static)
    for (int i = 0; i < 64; i++) others[i] = values[i];
  }
}
static void nowait_other_schedule(void) {
#pragma omp parallel num_threads(2)
  {
#pragma omp for schedule(static) nowait
    for (int i = 0; i < 64; i++) values[i] = i;  // bad nowait_other_schedule
#pragma omp for schedule(static)
    for (int i = 0; i < 64; i++) others[i] = values[63 - i];  // bad nowait_other_schedule
  }
}
static void simd_loop(void) {
#pragma omp parallel for simd num_threads(2) schedule(static, 16)
  for (int i = 0; i < 64; i++) values[i] = others[i] * 2;
}
static void private_copies(void) {
  int own = 3, first = 4, last = 0;
#pragma omp parallel for num_threads(2) private(own) firstprivate(first) lastprivate(last)
  for (int i = 0; i < 64; i++) {
    own = i;
    first += own;
    last = first;
  }
  shared = last;
}
static void forgotten_private(void) {
  int temporary = 0;
#pragma omp parallel for num_threads(2) schedule(static)
  for (int i = 0; i < 64; i++) {
    values[i] = i;
    temporary = i;  // bad forgotten_private
  }
  shared = temporary;
}
static void thread_private(void) {
#pragma omp parallel num_threads(2)
  sink = omp_get_thread_num();
#pragma omp parallel num_threads(2)
  sink++;
}
static void copied_in(void) {
  sink = 5;
#pragma omp parallel num_threads(2) copyin(sink)
  sink++;
}
static void copied_private(void) {
#pragma omp parallel num_threads(2)
  {
#pragma omp single copyprivate(sink)
    sink = 7;
#pragma omp critical
    shared += sink;
  }
}
static void reductions(void) {
  int sum = 0, most = 0;
  int parts[8] = {0};
#pragma omp parallel for num_threads(2) reduction(+ : sum) reduction(max : most) reduction(+ : parts[:8])
  for (int i = 0; i < 64; i++) {
    sum += i;
    if (i > most) most = i;
    parts[i % 8] += i;
  }
  shared = sum + most + parts[3];
}
static void forgotten_reduction(void) {
  int sum = 0;
#pragma omp parallel for num_threads(2) schedule(static)
  for (int i = 0; i < 64; i++) sum += i;  // bad forgotten_reduction
  shared = sum;
}
static void atomics(void) {
  int taken = 0;
#pragma omp parallel num_threads(2)
  for (int i = 0; i < 50; i++) {
    int mine;
#pragma omp atomic capture
    mine = taken++;
#pragma omp atomic write
    shared = mine;
#pragma omp atomic read
    mine = shared;
#pragma omp atomic
    taken += mine & 1;
  }
}
static void hand_over(void) {
  int flag = 0;
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 0) {
      shared = 1;
#pragma omp atomic write release
      flag = 1;
    } else {
      int seen = 0;
      while (!seen) {
#pragma omp atomic read acquire
        seen = flag;
      }
      shared = 2;
    }
  }
}
static void flushed(void) {
  int flag = 0;
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 0) {
      shared = 1;
#pragma omp flush
#pragma omp atomic write
      flag = 1;
    } else {
      int seen = 0;
      while (!seen) {
#pragma omp atomic read
        seen = flag;
      }
#pragma omp flush
      shared = 2;
    }
  }
}
static void named_locks(void) {
  omp_lock_t lock;
  omp_init_lock(&lock);
#pragma omp parallel num_threads(2)
  for (int i = 0; i < 20; i++) {
    if (i % 2 != 0) {
      omp_set_lock(&lock);
    } else {
      while (!omp_test_lock(&lock)) {
      }
    }
    shared++;
    omp_unset_lock(&lock);
  }
  omp_destroy_lock(&lock);
}
static void nested_locks(void) {
  omp_nest_lock_t lock;
  omp_init_nest_lock(&lock);
#pragma omp parallel num_threads(2)
  for (int i = 0; i < 20; i++) {
    omp_set_nest_lock(&lock);
    omp_set_nest_lock(&lock);
    shared++;
    omp_unset_nest_lock(&lock);
    shared++;
    omp_unset_nest_lock(&lock);
  }
  omp_destroy_nest_lock(&lock);
}
static void critical_and_lock(void) {
  omp_lock_t lock;
  omp_init_lock(&lock);
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 0) {
#pragma omp critical
      shared++;  // bad critical_and_lock
    } else {
      omp_set_lock(&lock);
      shared++;  // bad critical_and_lock
      omp_unset_lock(&lock);
    }
  }
  omp_destroy_lock(&lock);
}
static void cancelled_loop(void) {
  int found = 0;
#pragma omp parallel num_threads(2)
  {
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 64; i++) {
      if (values[i] == 0) {
#pragma omp atomic write
        found = 1;
#pragma omp cancel for
      }
#pragma omp cancellation point for
    }
#pragma omp single
    shared = found;
  }
}
static void cancelled_region(void) {
#pragma omp parallel num_threads(2)
  {
#pragma omp critical
    shared++;
#pragma omp cancel parallel
#pragma omp barrier
  }
  shared++;
}
static void if_clause(void) {
#pragma omp parallel if (0)
  {
    shared++;
    shared++;
  }
#pragma omp parallel num_threads(1)
  shared++;
}
static void orphaned(void) {
#pragma omp for
  for (int i = 0; i < 8; i++) values[i]++;
#pragma omp critical
  shared++;
}
static void orphans(void) {
#pragma omp parallel num_threads(2)
  orphaned();
  orphaned();
}
static void sections_apart(void) {
#pragma omp parallel sections num_threads(2)
  {
#pragma omp section
    values[0] = 1;
#pragma omp section
    values[1] = 2;
#pragma omp section
    values[2] = 3;
  }
}
static void nested_regions(void) {
#pragma omp parallel num_threads(2)
  {
    int mine = omp_get_thread_num();
#pragma omp parallel for num_threads(2)
    for (int i = 0; i < 16; i++) values[mine * 16 + i] = i;
#pragma omp parallel num_threads(2) reduction(+ : mine)
    mine += 1;
#pragma omp critical
    shared += mine;
  }
}
static void ordered_loop(void) {
#pragma omp parallel for ordered num_threads(2) schedule(dynamic)
  for (int i = 0; i < 16; i++) {
    values[i] = i;
#pragma omp ordered
    shared += values[i];
  }
}
static void beside_ordered(void) {
#pragma omp parallel for ordered num_threads(2) schedule(static)
  for (int i = 0; i < 16; i++) {
    shared = i;  // bad beside_ordered
#pragma omp ordered
    values[i] = i;
  }
}

// Tasks.
static int fibonacci(int n) {
  if (n < 2) return n;
  int a, b;
#pragma omp task shared(a)
  a = fibonacci(n - 1);
#pragma omp task shared(b)
  b = fibonacci(n - 2);
#pragma omp taskwait
  return a + b;
}
static void recursive_tasks(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  shared = fibonacci(8);
}
static int no_wait(int n) {
  if (n < 2) return n;
  int a = 0, b = 0;
#pragma omp task shared(a)
  a = no_wait(n - 1);  // bad tasks_without_wait
  b = no_wait(n - 2);
  int sum = a + b;  // bad tasks_without_wait
#pragma omp taskwait
  return sum;
}
static void tasks_without_wait(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  shared = no_wait(2);
}
struct node {
  int value;
  struct node *next;
};
static void list_of_tasks(void) {
  struct node *head = NULL;
  for (int i = 0; i < 20; i++) {
    struct node *node = malloc(sizeof *node);
    *node = (struct node){i, head};
    head = node;
  }
#pragma omp parallel num_threads(2)
#pragma omp single
  for (struct node *at = head; at != NULL; at = at->next) {
#pragma omp task firstprivate(at)
    at->value *= 2;
  }
  while (head != NULL) {
    struct node *next = head->next;
    shared += head->value;
    free(head);
    head = next;
  }
}
static void pipeline(void) {
  int a = 0, b = 0, c = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task depend(out : a)
    a = 1;
#pragma omp task depend(in : a) depend(out : b)
    b = a + 1;
#pragma omp task depend(in : a) depend(out : c)
    c = a + 2;
#pragma omp task depend(in : b, c)
    shared = b + c;
  }
}
static void wrong_dependence(void) {
  int a = 0, b = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task depend(out : a)
    shared = a + 1;  // bad wrong_dependence
#pragma omp task depend(out : b)
    shared = b + 2;  // bad wrong_dependence
  }
}
static void depend_elements(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int i = 1; i < 16; i++) {
#pragma omp task depend(in : values[i - 1]) depend(out : values[i])
    values[i] = values[i - 1] + 1;
  }
}
static void exclusive_tasks(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int i = 0; i < 8; i++) {
#pragma omp task depend(mutexinoutset : shared)
    shared++;
  }
}
static void waits_for_dependence(void) {
  int a = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task depend(out : a) shared(a)
    a = 1;
#pragma omp taskwait depend(in : a)
    shared = a;
  }
}
static void undeferred(void) {
  int a = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task if (0) shared(a)
    a = 1;
    shared = a;
  }
}
static void groups(void) {
  int a = 0, b = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp taskgroup
    {
#pragma omp task shared(a, b)
      {
        a = 1;
#pragma omp task shared(b)
        b = 2;
      }
    }
    shared = a + b;
  }
}
static void wait_misses_grandchildren(void) {
  int b = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task shared(b)
    {
#pragma omp task shared(b)
      b = 2;  // bad wait_misses_grandchildren
    }
#pragma omp taskwait
    shared = b;  // bad wait_misses_grandchildren
  }
}
static void loops_of_tasks(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp taskloop grainsize(4)
    for (int i = 0; i < 64; i++) values[i] = i;
    shared = values[63];
  }
}
static void loops_of_tasks_nogroup(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp taskloop grainsize(4) nogroup
    for (int i = 0; i < 64; i++) values[i] = i;  // bad loops_of_tasks_nogroup
    shared = values[63];  // bad loops_of_tasks_nogroup
  }
}
static void final_tasks(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task final(1)
    {
#pragma omp task
      shared++;
      shared++;
    }
#pragma omp taskwait
    shared++;
  }
}
static void untied_tasks(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int i = 0; i < 8; i++) {
#pragma omp task untied firstprivate(i)
    {
      values[i] = i;
#pragma omp taskyield
      values[i]++;
    }
  }
}
static void cancelled_group(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp taskgroup
  for (int i = 0; i < 8; i++) {
#pragma omp task
    {
#pragma omp critical
      shared++;
#pragma omp cancel taskgroup
    }
  }
}
static void tasks_and_barrier(void) {
#pragma omp parallel num_threads(2)
  {
#pragma omp task
    {
#pragma omp critical
      shared++;
    }
#pragma omp barrier
#pragma omp single
    shared++;
  }
}
static void serial_tasks(void) {
  int a = 0;
#pragma omp task shared(a)
  a = 1;
#pragma omp taskwait
  shared = a;
}
static void workshared_tasks(void) {
#pragma omp parallel for num_threads(2)
  for (int i = 0; i < 16; i++) {
#pragma omp task firstprivate(i)
    values[i] = i;
  }
  shared = values[3];
}
static void many_regions(void) {
  for (int i = 0; i < 300; i++) {
#pragma omp parallel num_threads(3)
    values[omp_get_thread_num()] = i;
    shared += values[2];
  }
}
static void several_at_once(void) {
#pragma omp parallel num_threads(2)
  {
#pragma omp sections nowait
    {
#pragma omp section
      values[0] = 1;
#pragma omp section
      values[1] = 1;
    }
#pragma omp single nowait
    values[2] = 1;
#pragma omp master
    values[3] = 1;
  }
}
static void scoped_data(void) {
#pragma omp parallel num_threads(2)
  {
    int buffer[32];
    memset(buffer, omp_get_thread_num(), sizeof buffer);
#pragma omp barrier
    values[omp_get_thread_num()] = buffer[3];
  }
}

// Iterations that wait for named ones: only these are before them.
static void wavefront(void) {
  static int grid[12][12];
#pragma omp parallel for ordered(2) schedule(static, 1) num_threads(2)
  for (int i = 1; i < 12; i++)
    for (int j = 1; j < 12; j++) {
#pragma omp ordered depend(sink : i - 1, j) depend(sink : i, j - 1)
      grid[i][j] = grid[i - 1][j] + grid[i][j - 1] + 1;
#pragma omp ordered depend(source)
    }
  shared = grid[11][11];
}
static void half_a_wavefront(void) {
  static int grid[12][12];
#pragma omp parallel for ordered(2) schedule(static, 1) num_threads(2)
  for (int i = 1; i < 12; i++)
    for (int j = 1; j < 12; j++) {
#pragma omp ordered depend(sink : i, j - 1)
      grid[i][j] = grid[i - 1][j] + grid[i][j - 1] + 1;  // bad half_a_wavefront
#pragma omp ordered depend(source)
    }
  shared = grid[11][11];
}
// One thread could run both before the other comes.
__attribute__((noinline)) static void write_shared(void) {
  shared = 1;  // bad short_sections
}
__attribute__((noinline)) static void read_shared(void) {
  values[1] = shared;  // bad short_sections
}
static void short_sections(void) {
#pragma omp parallel sections num_threads(2)
  {
#pragma omp section
    write_shared();
#pragma omp section
    read_shared();
  }
}
static void short_dynamic_loop(void) {
#pragma omp parallel for schedule(dynamic) num_threads(2)
  for (int i = 0; i < 63; i++) values[i + 1] = values[i] + 1;  // bad short_dynamic_loop
}
static void fulfilled_by_task(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    omp_event_handle_t event;
#pragma omp task detach(event) depend(out : values)
    values[0] = 1;
#pragma omp task firstprivate(event)
    {
      shared = 1;
      omp_fulfill_event(event);
    }
#pragma omp task depend(in : values)
    sink = shared + values[0];
  }
}
static void written_after_event(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    omp_event_handle_t event;
#pragma omp task detach(event) depend(out : values)
    values[0] = 1;
#pragma omp task firstprivate(event)
    {
      omp_fulfill_event(event);
      shared = 1;  // bad written_after_event
    }
#pragma omp task depend(in : values)
    sink = shared + values[0];  // bad written_after_event
  }
}
static void loop_of_tasks_reduced(void) {
  int sum = 0;
#pragma omp parallel master taskloop reduction(+ : sum) num_threads(2)
  for (int i = 0; i < 64; i++) sum += i;
  shared = sum;
}
static void tasks_of_reduction(void) {
  int sum = 0;
#pragma omp parallel num_threads(2) reduction(task, + : sum)
#pragma omp for
  for (int i = 0; i < 64; i++) {
#pragma omp task in_reduction(+ : sum)
    sum += i;
  }
  shared = sum;
}
static void league(void) {
#pragma omp teams num_teams(2)
  {
    int own = 1;
#pragma omp parallel num_threads(2)
    {
#pragma omp critical
      shared += own;
    }
  }
  shared++;
}
static void league_race(void) {
#pragma omp teams num_teams(2)
  shared++;  // bad league_race
}
static void target_tasks(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp target map(tofrom : shared) depend(out : shared) nowait
    shared = 1;
#pragma omp task depend(in : shared)
    sink = shared;
#pragma omp target map(tofrom : values)
    values[0] = 1;
    values[0]++;
  }
}
static void target_beside_task(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp target map(tofrom : shared) nowait
    shared = 1;  // bad target_beside_task
#pragma omp task
    shared = 2;  // bad target_beside_task
  }
}

static const struct {
  const char *name;
  void (*run)(void);
} scenarios[] = {
#define S(name) {#name, name}
    S(collapsed), S(stencil), S(nowait_same_schedule), S(nowait_other_schedule), S(simd_loop),
    S(private_copies), S(forgotten_private), S(thread_private), S(copied_in), S(copied_private), S(reductions),
    S(forgotten_reduction), S(atomics), S(hand_over), S(flushed), S(named_locks),
    S(nested_locks), S(critical_and_lock), S(cancelled_loop), S(cancelled_region), S(if_clause), S(orphans),
    S(sections_apart), S(nested_regions), S(ordered_loop), S(beside_ordered), S(recursive_tasks),
    S(tasks_without_wait), S(list_of_tasks), S(pipeline), S(wrong_dependence), S(depend_elements), S(exclusive_tasks),
    S(waits_for_dependence), S(undeferred), S(groups), S(wait_misses_grandchildren), S(loops_of_tasks),
    S(loops_of_tasks_nogroup), S(final_tasks), S(untied_tasks), S(cancelled_group), S(tasks_and_barrier), S(serial_tasks),
    S(workshared_tasks), S(many_regions), S(several_at_once), S(scoped_data), S(wavefront), S(half_a_wavefront),
    S(short_sections), S(short_dynamic_loop), S(fulfilled_by_task), S(written_after_event), S(loop_of_tasks_reduced),
    S(tasks_of_reduction), S(league), S(league_race), S(target_tasks), S(target_beside_task)};

int main(int argc, char **argv) {
  omp_set_max_active_levels(2);
  for (size_t i = 0; i < sizeof scenarios / sizeof *scenarios; i++) {
    if (argc < 2) puts(scenarios[i].name);
    if (argc > 1 && strcmp(argv[1], scenarios[i].name) == 0) scenarios[i].run();
  }
  return 0;
}
