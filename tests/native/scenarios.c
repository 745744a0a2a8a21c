// Programs with and without races, one per construct: the argument chooses. A line with "bad NAME" takes part in the
// finding of scenario NAME; scenarios without such lines are silent. No scenario depends on the schedule: two accesses
// that no synchronization orders race in every order in which they run.
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_barrier_t barrier;
static pthread_spinlock_t spinlock;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static sem_t semaphore;

typedef void *(*routine)(void *);
static void both(routine a, routine b, void *argument) {
  pthread_t first, second;
  pthread_create(&first, NULL, a, argument);
  pthread_create(&second, NULL, b, argument);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
}

static int counter;
static void *add_plain(void *p) {
  counter++;  // bad plain, bad fork_with_race
  return p;
}
static void plain(void) { both(add_plain, add_plain, NULL); }

static int guarded;
static void *add_locked(void *p) {
  for (int i = 0; i < 100; i++) {
    pthread_mutex_lock(&mutex);
    guarded++;
    pthread_mutex_unlock(&mutex);
  }
  return p;
}
static void locked(void) { both(add_locked, add_locked, NULL); }

static char bytes[8];
static void *even_bytes(void *p) {
  for (int i = 0; i < 8; i += 2) bytes[i]++;
  return p;
}
static void *odd_bytes(void *p) {
  for (int i = 1; i < 8; i += 2) bytes[i]++;
  return p;
}
static void neighbours(void) { both(even_bytes, odd_bytes, NULL); }

char text[16];
static void *write_byte(void *p) {
  text[5] = 1;  // bad same_byte
  return p;
}
static void *write_word(void *p) {
  *(volatile int *)(text + 4) = 7;  // bad same_byte
  return p;
}
static void same_byte(void) { both(write_byte, write_word, NULL); }

int mixed;
static void *store_atomic(void *p) {
  __atomic_store_n(&mixed, 1, __ATOMIC_SEQ_CST);  // bad atomic_plain
  return p;
}
static void *store_plain(void *p) {
  mixed = 2;  // bad atomic_plain
  return p;
}
static void atomic_plain(void) { both(store_atomic, store_plain, NULL); }

static int payload;
static atomic_int ready;
static void *send_released(void *p) {
  payload = 42;
  atomic_store_explicit(&ready, 1, memory_order_release);
  return p;
}
static void *receive_acquired(void *p) {
  while (!atomic_load_explicit(&ready, memory_order_acquire)) sched_yield();
  return payload == 42 ? p : NULL;
}
static void release_acquire(void) { both(send_released, receive_acquired, NULL); }

static int relaxed_payload;
static atomic_int relaxed_ready;
static void *send_relaxed(void *p) {
  relaxed_payload = 42;  // bad relaxed
  atomic_store_explicit(&relaxed_ready, 1, memory_order_relaxed);
  return p;
}
static void *receive_relaxed(void *p) {
  while (!atomic_load_explicit(&relaxed_ready, memory_order_relaxed)) sched_yield();
  return relaxed_payload == 42 ? p : NULL;  // bad relaxed
}
static void relaxed(void) { both(send_relaxed, receive_relaxed, NULL); }

static int fenced_payload;
static atomic_int fenced_ready;
static void *send_fenced(void *p) {
  fenced_payload = 42;
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&fenced_ready, 1, memory_order_relaxed);
  return p;
}
static void *receive_fenced(void *p) {
  while (!atomic_load_explicit(&fenced_ready, memory_order_relaxed)) sched_yield();
  atomic_thread_fence(memory_order_acquire);
  return fenced_payload == 42 ? p : NULL;
}
static void fences(void) { both(send_fenced, receive_fenced, NULL); }

// Many times, for the moment between a look and a store.
enum { kRounds = 2000 };
static int fenced_often[kRounds];
static atomic_int fenced_round[kRounds];
static void *send_often(void *p) {
  for (int i = 0; i < kRounds; i++) {
    fenced_often[i] = i;
    atomic_thread_fence(memory_order_release);
    atomic_store_explicit(&fenced_round[i], 1, memory_order_relaxed);
  }
  return p;
}
static void *receive_often(void *p) {
  for (int i = 0; i < kRounds; i++) {
    while (!atomic_load_explicit(&fenced_round[i], memory_order_relaxed)) sched_yield();
    atomic_thread_fence(memory_order_acquire);
    if (fenced_often[i] != i) abort();
  }
  return p;
}
static void fences_often(void) { both(send_often, receive_often, NULL); }

// The last access of the one thread is the exchange itself; then the memory is the other's.
static void *leave_by_exchange(void *p) {
  int expected = 0;
  atomic_compare_exchange_strong_explicit((atomic_int *)p, &expected, 1, memory_order_release, memory_order_relaxed);
  return NULL;
}
static void *take_after_exchange(void *p) {
  while (!atomic_load_explicit((atomic_int *)p, memory_order_acquire)) sched_yield();
  *(volatile int *)p = 2;
  free(p);
  return NULL;
}
static void exchanges(void) { both(leave_by_exchange, take_after_exchange, calloc(1, 16)); }

static int shared_data;
static void *under_write_lock(void *p) {
  pthread_rwlock_wrlock(&rwlock);
  shared_data++;
  pthread_rwlock_unlock(&rwlock);
  return p;
}
static void *under_read_lock(void *p) {
  pthread_rwlock_rdlock(&rwlock);
  int seen = shared_data;
  pthread_rwlock_unlock(&rwlock);
  return seen < 10 ? p : NULL;
}
static void read_write_lock(void) { both(under_write_lock, under_read_lock, NULL); }

static int wrongly_shared;
static void *write_under_read_lock(void *p) {
  pthread_rwlock_rdlock(&rwlock);
  wrongly_shared++;  // bad write_in_read_lock
  pthread_rwlock_unlock(&rwlock);
  return p;
}
static void write_in_read_lock(void) { both(write_under_read_lock, write_under_read_lock, NULL); }

static int spun;
static void *add_spun(void *p) {
  pthread_spin_lock(&spinlock);
  spun++;
  pthread_spin_unlock(&spinlock);
  return p;
}
static void spin(void) {
  pthread_spin_init(&spinlock, 0);
  both(add_spun, add_spun, NULL);
}

static int posted;
static void *post(void *p) {
  posted = 1;
  sem_post(&semaphore);
  return p;
}
static void *await_post(void *p) {
  sem_wait(&semaphore);
  posted++;
  return p;
}
static void semaphores(void) {
  sem_init(&semaphore, 0, 0);
  both(post, await_post, NULL);
}

static int phases[2];
static void *in_phases(void *p) {
  int me = atomic_fetch_add_explicit(&ready, 1, memory_order_relaxed) & 1;
  phases[me] = 1;
  pthread_barrier_wait(&barrier);
  int sum = phases[0] + phases[1];
  pthread_barrier_wait(&barrier);
  phases[!me] = sum;
  return p;
}
static void barriers(void) {
  pthread_barrier_init(&barrier, NULL, 2);
  both(in_phases, in_phases, NULL);
}

static int made_once;
static void make(void) { made_once = 7; }
static void *use_once(void *p) {
  pthread_once(&once, make);
  return made_once == 7 ? p : NULL;
}
static void once_only(void) { both(use_once, use_once, NULL); }

static int flag, message;
static void *signal_flag(void *p) {
  message = 3;
  pthread_mutex_lock(&mutex);
  flag = 1;
  pthread_cond_signal(&condition);
  pthread_mutex_unlock(&mutex);
  return p;
}
static void *await_flag(void *p) {
  pthread_mutex_lock(&mutex);
  while (!flag) pthread_cond_wait(&condition, &mutex);
  pthread_mutex_unlock(&mutex);
  return message == 3 ? p : NULL;
}
static void conditions(void) { both(signal_flag, await_flag, NULL); }

static void *fill(void *p) {
  ((int *)p)[2] = 1;  // bad heap
  return p;
}
static void heap(void) {
  int *block = malloc(40);
  both(fill, fill, block);
  free(block);
}

static void *touch(void *p) {
  *(volatile int *)p = 1;  // bad use_after_free
  return p;
}
static void *release(void *p) {
  free(p);  // bad use_after_free, bad use_freed
  return NULL;
}
static void use_after_free(void) { both(touch, release, malloc(16)); }

static void *touch_later(void *p) {
  usleep(20000);
  *(volatile int *)p = 1;  // bad use_freed
  return p;
}
static void use_freed(void) {
  both(release, touch_later, malloc(16));
  free(malloc(16));
}

static char source[64], target[64];
static void *copy(void *p) {
  memcpy(target, source, (size_t)(long)sizeof target);  // bad copies
  return p;
}
static void *read_target(void *p) {
  return target[33] == 1 ? p : NULL;  // bad copies
}
static void copies(void) { both(copy, read_target, NULL); }

static pthread_mutex_t owned = PTHREAD_MUTEX_INITIALIZER;
static void *lock_it(void *p) {
  pthread_mutex_lock(&owned);  // bad unlock_other
  return p;
}
static void *unlock_it(void *p) {
  pthread_mutex_unlock(&owned);  // bad unlock_other
  return p;
}
static void unlock_other(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, lock_it, NULL);
  pthread_join(thread, NULL);
  pthread_create(&thread, NULL, unlock_it, NULL);
  pthread_join(thread, NULL);
}

static void destroy_held(void) {
  static pthread_mutex_t short_lived = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&short_lived);  // bad destroy_held
  pthread_mutex_destroy(&short_lived);  // bad destroy_held
}

static void *use_stack(void *p) {
  volatile char room[512];
  for (int i = 0; i < 512; i++) room[i] = (char)i;
  return room[3] == 3 ? p : NULL;
}
static void stacks_again(void) {
  for (int i = 0; i < 50; i++) both(use_stack, use_stack, NULL);
}

static void many_threads(void) {
  static pthread_t threads[1000];
  int made = 0;
  for (; made < 1000; made++) {
    if (pthread_create(&threads[made], NULL, add_locked, NULL) != 0) break;
  }
  for (int i = 0; i < made; i++) pthread_join(threads[i], NULL);
  if (guarded != made * 100) abort();
}

static void *allocate_much(void *p) {
  for (int i = 0; i < 2000; i++) {
    int *volatile block = malloc((size_t)(8 + i % 300));  // or compilers leave it out
    block[0] = i;
    free(block);
  }
  return p;
}
static void recycled_memory(void) { both(allocate_much, allocate_much, NULL); }
// One after the other, though nothing that is modelled says so: the second gets the blocks of the first, with other
// sizes.
static void *allocate_last(void *p) {
  usleep(20000);
  return allocate_much(p);
}
static void recycled_later(void) { both(allocate_much, allocate_last, NULL); }

static void *post_and_end(void *p) {
  posted = 5;
  sem_post(&semaphore);
  return p;
}
static void detached(void) {
  pthread_t thread;
  sem_init(&semaphore, 0, 0);
  for (int i = 0; i < 20; i++) {
    pthread_create(&thread, NULL, post_and_end, NULL);
    pthread_detach(thread);
    sem_wait(&semaphore);
    posted++;
  }
}

static __thread int own_counter;
static void *count_own(void *p) {
  for (int i = 0; i < 10; i++) own_counter++;
  return p;
}
static void thread_locals(void) { both(count_own, count_own, NULL); }

static jmp_buf back;
static void jump(int depth);
static void (*volatile jump_again)(int) = jump;  // or gcc warns that it never returns
static void jump(int depth) {
  if (depth != 0) jump_again(depth - 1);
  longjmp(back, 1);
}
static void jumps(void) {
  for (volatile int i = 0; i < 20000; i++) {
    if (setjmp(back) == 0) jump(20);
  }
  both(add_plain, add_locked, NULL);
}

static volatile sig_atomic_t handled;
static void on_alarm(int number) { handled += number != 0; }
static void signals(void) {
  signal(SIGUSR1, on_alarm);
  for (int i = 0; i < 200; i++) {
    raise(SIGUSR1);
    free(malloc(64));
  }
  if (handled != 200) abort();
}

static void forks(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, add_locked, NULL);
  pid_t child = fork();
  if (child == 0) {
    both(count_own, count_own, NULL);
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  pthread_join(thread, NULL);
  if (status != 0) abort();
}

static void fork_with_race(void) {
  pid_t child = fork();
  if (child == 0) {
    both(add_plain, add_plain, NULL);
    exit(0);
  }
  waitpid(child, NULL, 0);
}

static int ends[2], piped;
static void *send_pipe(void *p) {
  piped = 9;
  return write(ends[1], "x", 1) == 1 ? p : NULL;
}
static void *receive_pipe(void *p) {
  char c;
  return read(ends[0], &c, 1) == 1 && piped == 9 ? p : NULL;
}
static void pipes(void) {
  if (pipe(ends) == 0) both(send_pipe, receive_pipe, NULL);
}

static void __attribute__((destructor)) at_end(void) { counter += 0; }
static void __attribute__((constructor)) at_begin(void) { bytes[0] = 0; }

static const struct {
  const char *name;
  void (*run)(void);
} scenarios[] = {
    {"plain", plain}, {"locked", locked}, {"neighbours", neighbours}, {"same_byte", same_byte},
    {"atomic_plain", atomic_plain}, {"release_acquire", release_acquire}, {"relaxed", relaxed}, {"fences", fences},
    {"fences_often", fences_often}, {"exchanges", exchanges},
    {"read_write_lock", read_write_lock}, {"write_in_read_lock", write_in_read_lock}, {"spin", spin},
    {"semaphores", semaphores}, {"barriers", barriers}, {"once_only", once_only}, {"conditions", conditions},
    {"heap", heap}, {"use_after_free", use_after_free}, {"copies", copies}, {"unlock_other", unlock_other},
    {"destroy_held", destroy_held}, {"stacks_again", stacks_again}, {"many_threads", many_threads},
    {"recycled_memory", recycled_memory}, {"recycled_later", recycled_later}, {"use_freed", use_freed},
    {"detached", detached}, {"thread_locals", thread_locals}, {"jumps", jumps},
    {"signals", signals}, {"forks", forks}, {"fork_with_race", fork_with_race}, {"pipes", pipes}};

int main(int argc, char **argv) {
  const size_t count = sizeof scenarios / sizeof *scenarios;
  for (size_t i = 0; i < count; i++) {
    if (argc < 2) puts(scenarios[i].name);
    if (argc > 1 && strcmp(argv[1], scenarios[i].name) == 0) scenarios[i].run();
  }
  return 0;
}
