// OpenMP programs with and without races, one per construct; see scenarios.c. Two tasks without order race also when
// one thread runs them one after the other, so no verdict depends on the schedule.
#include <omp.h>
#include <stdio.h>
#include <string.h>

static int x, y, cells[1000];

static void unordered(void) {
#pragma omp parallel num_threads(2)
  x++;  // bad unordered
}
static void critical(void) {
#pragma omp parallel num_threads(2)
  {
#pragma omp critical
    x++;
#pragma omp critical(named)
    y++;
  }
}
static void __attribute__((noinline)) add_one(void) {
#pragma omp critical(one)
  x++;  // bad two_criticals
}
static void __attribute__((noinline)) add_two(void) {
#pragma omp critical(other)
  x += 2;  // bad two_criticals
}
static void two_criticals(void) {
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num() == 0) {
    add_one();
  } else {
    add_two();
  }
}
static void atomic_update(void) {
#pragma omp parallel num_threads(4)
#pragma omp atomic
  x++;
}
static void locks(void) {
  omp_lock_t lock;
  omp_nest_lock_t nested;
  omp_init_lock(&lock);
  omp_init_nest_lock(&nested);
#pragma omp parallel num_threads(4)
  {
    omp_set_lock(&lock);
    x++;
    omp_unset_lock(&lock);
    omp_set_nest_lock(&nested);
    omp_set_nest_lock(&nested);
    y++;
    omp_unset_nest_lock(&nested);
    y++;
    omp_unset_nest_lock(&nested);
  }
  omp_destroy_lock(&lock);
  omp_destroy_nest_lock(&nested);
}
static void loops(void) {
#pragma omp parallel for num_threads(4)
  for (int i = 0; i < 1000; i++) cells[i] = i;
#pragma omp parallel for num_threads(4) schedule(dynamic)
  for (int i = 0; i < 1000; i++) cells[999 - i] += i;
#pragma omp parallel for num_threads(4) schedule(guided)
  for (int i = 0; i < 1000; i++) cells[i] += i;
}
static void neighbours(void) {
#pragma omp parallel for num_threads(4) schedule(static)
  for (int i = 0; i < 999; i++) cells[i] = cells[i + 1];  // bad neighbours
}
static void without_wait(void) {
#pragma omp parallel num_threads(2)
  {
#pragma omp for nowait schedule(static)
    for (int i = 0; i < 100; i++) cells[i] = i;  // bad without_wait
#pragma omp for schedule(static)
    for (int i = 0; i < 100; i++) cells[100 + i] = cells[99 - i];  // bad without_wait
  }
}
static void reduction(void) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum) num_threads(4)
  for (int i = 0; i < 1000; i++) sum += i;
  if (sum != 499500) puts("wrong sum");
}
static void last_private(void) {
  int last = 0;
#pragma omp parallel for lastprivate(last) num_threads(4)
  for (int i = 0; i < 100; i++) last = i;
  if (last != 99) puts("wrong last value");
}
static void barriers(void) {
#pragma omp parallel num_threads(4)
  for (int k = 0; k < 50; k++) {
    if (omp_get_thread_num() == k % 4) x++;
#pragma omp barrier
  }
}
static void barrier_missing(void) {
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 0) x = 1;           // bad barrier_missing
    if (omp_get_thread_num() == 1) cells[1] = x;    // bad barrier_missing
#pragma omp barrier
    if (omp_get_thread_num() == 1) x = 2;
  }
}
static void master_only(void) {
#pragma omp parallel num_threads(2)
  {
#pragma omp master
    x = 1;                             // bad master_only
    cells[omp_get_thread_num()] = x;   // bad master_only
  }
}
static void single(void) {
  int own = 0;
#pragma omp parallel num_threads(4) private(own)
  {
#pragma omp single
    x = 1;
    cells[omp_get_thread_num()] = x;
#pragma omp single copyprivate(own)
    {
      y++;
      own = y;
    }
    cells[10 + omp_get_thread_num()] = own + y;
  }
}
static void sections(void) {
#pragma omp parallel sections num_threads(2)
  {
#pragma omp section
    x = 1;
#pragma omp section
    y = 1;
  }
}
static void ordered(void) {
#pragma omp parallel for ordered num_threads(4) schedule(dynamic)
  for (int i = 0; i < 100; i++) {
#pragma omp ordered
    x = x / 2 + i;
  }
}
static void across(void) {
#pragma omp parallel for ordered(1) num_threads(4)
  for (int i = 1; i < 100; i++) {
#pragma omp ordered depend(sink : i - 1)
    cells[i] = cells[i - 1] + 1;
#pragma omp ordered depend(source)
  }
}
static void nested(void) {
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
  {
    const int outer = omp_get_thread_num();
#pragma omp parallel num_threads(2)
    cells[outer * 2 + omp_get_thread_num()]++;
    cells[outer * 2]++;
  }
}

static void tasks(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task
    x++;  // bad tasks
#pragma omp task
    x++;  // bad tasks
  }
}
static void task_and_maker(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task
    x++;  // bad task_and_maker
    x++;  // bad task_and_maker
  }
}
static void task_wait(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    int value = 3;
#pragma omp task firstprivate(value)
    {
      value++;
      x += value;
    }
#pragma omp taskwait
#pragma omp task
    x++;
  }
  if (x != 5) puts("wrong value");
}
static void grandchildren(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task
    {
#pragma omp task
      x++;  // bad grandchildren
    }
#pragma omp taskwait
    x++;  // bad grandchildren
  }
}
static void task_group(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp taskgroup
    {
#pragma omp task
      {
#pragma omp task
        x++;
      }
    }
    x++;
  }
}
static void task_barrier(void) {
#pragma omp parallel num_threads(4)
  {
#pragma omp single nowait
    {
#pragma omp task
      x++;
    }
#pragma omp barrier
    cells[omp_get_thread_num()] = x;
  }
}
static void included(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task if (0)
    x++;
    x++;
#pragma omp task final(1)
    {
#pragma omp task
      y++;
      y++;
    }
  }
}
static void dependences(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task depend(out : x)
    x = 1;
#pragma omp task depend(in : x) depend(out : cells[0])
    cells[0] = x;
#pragma omp task depend(in : x) depend(out : cells[1])
    cells[1] = x;
#pragma omp task depend(in : cells[0], cells[1]) depend(inout : x)
    x = cells[0] + cells[1];
#pragma omp taskwait depend(in : x)
    y = x;
  }
  if (y != 2) puts("wrong value");
}
static void readers_write(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task depend(in : x)
    x = 1;  // bad readers_write
#pragma omp task depend(in : x)
    x = 2;  // bad readers_write
  }
}
static void task_loop(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp taskloop grainsize(10)
    for (int i = 0; i < 1000; i++) cells[i] = i;
    cells[5]++;
  }
  if (cells[999] != 999) puts("wrong value");
}
static void task_reduction(void) {
  int sum = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp taskgroup task_reduction(+ : sum)
  for (int i = 0; i < 100; i++) {
#pragma omp task in_reduction(+ : sum)
    sum += i;
  }
  if (sum != 4950) puts("wrong sum");
}
static void task_thread_locals(void) {
  static int own;
#pragma omp threadprivate(own)
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int i = 0; i < 10; i++) {
#pragma omp task
    own++;
  }
}
static int use(int *at) { return at[1]; }
static void many_tasks(void) {
  int (*volatile call)(int *) = use;
#pragma omp parallel num_threads(4)
#pragma omp single
  for (int i = 0; i < 20000; i++) {
#pragma omp task firstprivate(i)
    {
      int local[4] = {i, i, i, i};
      cells[i % 1000] = call(local);
    }
    if (i % 1000 == 999) {
#pragma omp taskwait
    }
  }
}

static const struct {
  const char *name;
  void (*run)(void);
} scenarios[] = {
    {"unordered", unordered}, {"critical", critical}, {"two_criticals", two_criticals},
    {"atomic_update", atomic_update}, {"locks", locks}, {"loops", loops}, {"neighbours", neighbours},
    {"without_wait", without_wait}, {"reduction", reduction}, {"last_private", last_private}, {"barriers", barriers},
    {"barrier_missing", barrier_missing}, {"master_only", master_only}, {"single", single}, {"sections", sections},
    {"ordered", ordered}, {"across", across}, {"nested", nested}, {"tasks", tasks},
    {"task_and_maker", task_and_maker}, {"task_wait", task_wait}, {"grandchildren", grandchildren},
    {"task_group", task_group}, {"task_barrier", task_barrier}, {"included", included},
    {"dependences", dependences}, {"readers_write", readers_write}, {"task_loop", task_loop},
    {"task_reduction", task_reduction}, {"task_thread_locals", task_thread_locals}, {"many_tasks", many_tasks}};

int main(int argc, char **argv) {
  const size_t count = sizeof scenarios / sizeof *scenarios;
  for (size_t i = 0; i < count; i++) {
    if (argc < 2) puts(scenarios[i].name);
    if (argc > 1 && strcmp(argv[1], scenarios[i].name) == 0) scenarios[i].run();
  }
  return 0;
}
