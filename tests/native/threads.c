// What POSIX and C11 order beyond the common locks: ends of threads, keys, kinds of mutexes, waits with a limit, signals,
// queues, timers. The argument chooses; a line with "bad NAME" takes part in the finding of scenario NAME, scenarios
// without such lines are silent.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

static int shared;
static atomic_int step;

typedef void *(*routine)(void *);
static void both(routine a, routine b, void *argument) {
  pthread_t first, second;
  pthread_create(&first, NULL, a, argument);
  pthread_create(&second, NULL, b, argument);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
}
// Orders the run, not the accesses.
static void advance(int to) { atomic_store_explicit(&step, to, memory_order_relaxed); }
static void await(int at) {
  while (atomic_load_explicit(&step, memory_order_relaxed) < at) sched_yield();
}
static struct timespec soon(clockid_t clock) {
  struct timespec until;
  clock_gettime(clock, &until);
  until.tv_sec += 100;
  return until;
}

// Ends of threads.
static pthread_key_t key;
static void destroy_own(void *value) {
  shared++;
  free(value);
}
static void *set_key(void *p) {
  pthread_setspecific(key, malloc(4));
  return p;
}
static void key_destructor(void) {
  pthread_key_create(&key, destroy_own);
  pthread_t thread;
  pthread_create(&thread, NULL, set_key, NULL);
  pthread_join(thread, NULL);
  shared++;
}
static void destroy_shared(void *value) {
  shared++;  // bad key_destructors
  free(value);
}
static void key_destructors(void) {
  pthread_key_create(&key, destroy_shared);
  both(set_key, set_key, NULL);
}
static void *exit_thread(void *p) {
  shared = 1;
  pthread_exit(p);
}
static void exited(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, exit_thread, NULL);
  pthread_join(thread, NULL);
  shared = 2;
}
static void *exit_and_advance(void *p) {
  shared = 1;  // bad not_joined
  advance(1);
  return p;
}
static void not_joined(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, exit_and_advance, NULL);
  await(1);
  shared = 2;  // bad not_joined
  pthread_join(thread, NULL);
}
static void timed_join(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, exit_thread, NULL);
  struct timespec until = soon(CLOCK_REALTIME);
  pthread_timedjoin_np(thread, NULL, &until);
  shared = 2;
}
static void clock_join(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, exit_thread, NULL);
  struct timespec until = soon(CLOCK_MONOTONIC);
  pthread_clockjoin_np(thread, NULL, CLOCK_MONOTONIC, &until);
  shared = 2;
}
static void try_join(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, exit_thread, NULL);
  while (pthread_tryjoin_np(thread, NULL) == EBUSY) sched_yield();
  shared = 2;
}
static void *spin_until_cancelled(void *p) {
  pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
  advance(1);
  for (;;) sched_yield();
  return p;
}
static void cancelled_at_once(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, spin_until_cancelled, NULL);
  await(1);
  pthread_cancel(thread);
  void *result;
  pthread_join(thread, &result);
  if (result != PTHREAD_CANCELED) abort();
}
static void clean_up(void *p) { *(int *)p = 3; }
static void *wait_in_read(void *p) {
  int *ends = p;
  char byte;
  pthread_cleanup_push(clean_up, &shared);
  if (read(ends[0], &byte, 1) == 1) sched_yield();
  pthread_cleanup_pop(1);
  return p;
}
static void cancelled_in_read(void) {
  int ends[2];
  if (pipe(ends) != 0) abort();
  pthread_t thread;
  pthread_create(&thread, NULL, wait_in_read, ends);
  pthread_cancel(thread);
  pthread_join(thread, NULL);
  if (shared++ != 3) abort();
}

// Kinds of locks.
static pthread_mutex_t recursive;
static void *lock_twice(void *p) {
  pthread_mutex_lock(&recursive);
  pthread_mutex_lock(&recursive);
  shared++;
  pthread_mutex_unlock(&recursive);
  shared++;
  pthread_mutex_unlock(&recursive);
  return p;
}
static void recursive_mutex(void) {
  pthread_mutexattr_t kind;
  pthread_mutexattr_init(&kind);
  pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&recursive, &kind);
  both(lock_twice, lock_twice, NULL);
  pthread_mutex_destroy(&recursive);
}
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER, other_mutex = PTHREAD_MUTEX_INITIALIZER;
static void *lock_with_limit(void *p) {
  struct timespec until = soon(CLOCK_REALTIME);
  if (pthread_mutex_timedlock(&mutex, &until) != 0) abort();
  shared++;
  pthread_mutex_unlock(&mutex);
  until = soon(CLOCK_MONOTONIC);
  if (pthread_mutex_clocklock(&mutex, CLOCK_MONOTONIC, &until) != 0) abort();
  shared++;
  pthread_mutex_unlock(&mutex);
  while (pthread_mutex_trylock(&mutex) != 0) sched_yield();
  shared++;
  pthread_mutex_unlock(&mutex);
  return p;
}
static void limited_locks(void) { both(lock_with_limit, lock_with_limit, NULL); }
static void *under_one(void *p) {
  pthread_mutex_lock(&mutex);
  shared++;  // bad different_locks
  pthread_mutex_unlock(&mutex);
  advance(1);
  return p;
}
static void *under_other(void *p) {
  await(1);
  pthread_mutex_lock(&other_mutex);
  shared++;  // bad different_locks
  pthread_mutex_unlock(&other_mutex);
  return p;
}
static void different_locks(void) { both(under_one, under_other, NULL); }
static void *hold_mutex(void *p) {
  pthread_mutex_lock(&mutex);
  shared = 1;  // bad lock_failed
  advance(1);
  await(2);
  pthread_mutex_unlock(&mutex);
  return p;
}
static void *fail_to_lock(void *p) {
  await(1);
  if (pthread_mutex_trylock(&mutex) == EBUSY) shared = 2;  // bad lock_failed
  advance(2);
  return p;
}
static void lock_failed(void) { both(hold_mutex, fail_to_lock, NULL); }
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static void *write_with_limit(void *p) {
  struct timespec until = soon(CLOCK_REALTIME);
  if (pthread_rwlock_timedwrlock(&rwlock, &until) != 0) abort();
  shared++;
  pthread_rwlock_unlock(&rwlock);
  return p;
}
static void *read_with_limit(void *p) {
  struct timespec until = soon(CLOCK_MONOTONIC);
  if (pthread_rwlock_clockrdlock(&rwlock, CLOCK_MONOTONIC, &until) != 0) abort();
  int seen = shared;
  pthread_rwlock_unlock(&rwlock);
  while (pthread_rwlock_tryrdlock(&rwlock) != 0) sched_yield();
  seen += shared;
  pthread_rwlock_unlock(&rwlock);
  return seen < 100 ? p : NULL;
}
static void limited_rwlocks(void) { both(write_with_limit, read_with_limit, NULL); }
// Readers do not order each other.
static void *first_reader(void *p) {
  shared = 1;  // bad readers_order_nothing
  pthread_rwlock_rdlock(&rwlock);
  pthread_rwlock_unlock(&rwlock);
  advance(1);
  return p;
}
static void *second_reader(void *p) {
  await(1);
  pthread_rwlock_rdlock(&rwlock);
  pthread_rwlock_unlock(&rwlock);
  shared = 2;  // bad readers_order_nothing
  return p;
}
static void readers_order_nothing(void) { both(first_reader, second_reader, NULL); }
static mtx_t c11_mutex;
static cnd_t c11_condition;
static int c11_ready;
static int c11_wait(void *p) {
  mtx_lock(&c11_mutex);
  while (!c11_ready) cnd_wait(&c11_condition, &c11_mutex);
  shared++;
  mtx_unlock(&c11_mutex);
  return p == NULL;
}
static int c11_signal(void *p) {
  struct timespec until = soon(CLOCK_REALTIME);
  if (mtx_timedlock(&c11_mutex, &until) != thrd_success) abort();
  shared++;
  c11_ready = 1;
  cnd_broadcast(&c11_condition);
  mtx_unlock(&c11_mutex);
  thrd_exit(p == NULL);
}
static void c11_threads(void) {
  mtx_init(&c11_mutex, mtx_timed);
  cnd_init(&c11_condition);
  thrd_t first, second;
  thrd_create(&first, c11_wait, NULL);
  thrd_create(&second, c11_signal, NULL);
  int a, b;
  thrd_join(first, &a);
  thrd_join(second, &b);
  if (a + b != 2 || shared++ != 2) abort();
  mtx_destroy(&c11_mutex);
  cnd_destroy(&c11_condition);
}
static int c11_race(void *p) {
  shared++;  // bad c11_unlocked
  return p == NULL;
}
static void c11_unlocked(void) {
  thrd_t first, second;
  thrd_create(&first, c11_race, NULL);
  thrd_create(&second, c11_race, NULL);
  thrd_join(first, NULL);
  thrd_join(second, NULL);
}
static mtx_t remade;
static void use_remade(void) {
  mtx_init(&remade, mtx_plain);  // bad c11_mutex_made_again
  mtx_lock(&remade);
  shared++;  // bad c11_mutex_made_again
  mtx_unlock(&remade);
  mtx_destroy(&remade);  // bad c11_mutex_made_again
}
static int c11_first(void *p) {
  use_remade();
  advance(1);
  return p == NULL;
}
static int c11_second(void *p) {
  await(1);
  use_remade();
  return p == NULL;
}
static void c11_mutex_made_again(void) {
  thrd_t first, second;
  thrd_create(&first, c11_first, NULL);
  thrd_create(&second, c11_second, NULL);
  thrd_join(first, NULL);
  thrd_join(second, NULL);
}
static tss_t c11_key;
static void c11_destroy(void *p) {
  shared++;
  free(p);
}
static int c11_set(void *p) {
  tss_set(c11_key, malloc(4));
  return p == NULL;
}
static void c11_keys(void) {
  tss_create(&c11_key, c11_destroy);
  thrd_t thread;
  thrd_create(&thread, c11_set, NULL);
  thrd_join(thread, NULL);
  shared++;
}
static int c11_alone(void *p) {
  shared = 1;
  sem_post(p);
  return 0;
}
static void c11_detached(void) {
  sem_t semaphore;
  sem_init(&semaphore, 0, 0);
  for (int i = 0; i < 3000; i++) {
    thrd_t thread;
    if (thrd_create(&thread, c11_alone, &semaphore) != thrd_success) abort();
    thrd_detach(thread);
    sem_wait(&semaphore);
    shared = 2;
  }
}
static void *wait_with_limit(void *p) {
  struct timespec until = soon(CLOCK_REALTIME);
  if (sem_timedwait(p, &until) != 0) abort();
  shared++;
  until = soon(CLOCK_MONOTONIC);
  if (sem_clockwait(p, CLOCK_MONOTONIC, &until) != 0) abort();
  return p;
}
static void *post_twice(void *p) {
  shared++;
  sem_post(p);
  sem_post(p);
  return p;
}
static const char *own_name(void) {
  static char name[64];
  snprintf(name, sizeof name, "/deadheat_threads_%d", (int)getpid());
  return name;
}
static void limited_semaphores(void) {
  sem_t *named = sem_open(own_name(), O_CREAT | O_EXCL, 0600, 0);
  if (named == SEM_FAILED) return;
  sem_unlink(own_name());
  both(wait_with_limit, post_twice, named);
  sem_close(named);
}

// The kernel's own ways.
static int poll_set;
static void *add_event(void *p) {
  int *value = malloc(sizeof *value);
  *value = 5;
  struct epoll_event event = {.events = EPOLLIN, .data = {.ptr = value}};
  if (epoll_ctl(poll_set, EPOLL_CTL_ADD, *(int *)p, &event) != 0) abort();
  return p;
}
static void *await_event(void *p) {
  struct epoll_event event;
  if (epoll_wait(poll_set, &event, 1, -1) != 1) abort();
  ++*(int *)event.data.ptr;
  free(event.data.ptr);
  return p;
}
static void polled_pointers(void) {
  poll_set = epoll_create1(0);
  int counter = eventfd(1, 0);
  both(add_event, await_event, &counter);
}
static sigset_t set;
static void *send_signal(void *p) {
  shared = 1;
  kill(getpid(), SIGUSR1);
  return p;
}
static void *await_signal(void *p) {
  int number;
  if (sigwait(&set, &number) != 0 || number != SIGUSR1) abort();
  shared = 2;
  return p;
}
static void block_signal(void) {
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
}
static void awaited_signals(void) {
  block_signal();
  both(send_signal, await_signal, NULL);
}
static void *read_signal(void *p) {
  struct signalfd_siginfo info;
  if (read(*(int *)p, &info, sizeof info) != sizeof info) abort();
  shared = 2;
  return p;
}
static void read_signals(void) {
  block_signal();
  int file = signalfd(-1, &set, 0);
  both(send_signal, read_signal, &file);
}
static atomic_int handled;
static volatile int handler_saw;
static void on_signal(int number) {
  handler_saw = shared + number;
  atomic_store_explicit(&handled, 1, memory_order_relaxed);
}
static void *await_handler(void *p) {
  advance(1);
  while (!atomic_load_explicit(&handled, memory_order_relaxed)) sched_yield();
  return p;
}
static void signalled_thread(void) {
  signal(SIGUSR2, on_signal);
  pthread_t thread;
  pthread_create(&thread, NULL, await_handler, NULL);
  await(1);
  shared = 1;
  pthread_kill(thread, SIGUSR2);
  pthread_join(thread, NULL);
}
static void *send_message(void *p) {
  shared = 1;
  struct { long type; char text[8]; } message = {1, "text"};
  if (msgsnd(*(int *)p, &message, sizeof message.text, 0) != 0) abort();
  return p;
}
static void *receive_message(void *p) {
  struct { long type; char text[8]; } message;
  if (msgrcv(*(int *)p, &message, sizeof message.text, 0, 0) < 0) abort();
  shared = 2;
  return p;
}
static void messages(void) {
  int queue = msgget(IPC_PRIVATE, 0600);
  if (queue < 0) return;
  both(send_message, receive_message, &queue);
  msgctl(queue, IPC_RMID, NULL);
}
static void *raise_semaphore(void *p) {
  shared = 1;
  struct sembuf change = {0, 1, 0};
  if (semop(*(int *)p, &change, 1) != 0) abort();
  return p;
}
static void *lower_semaphore(void *p) {
  struct sembuf change = {0, -1, 0};
  if (semop(*(int *)p, &change, 1) != 0) abort();
  shared = 2;
  return p;
}
static void old_semaphores(void) {
  int semaphores = semget(IPC_PRIVATE, 1, 0600);
  if (semaphores < 0) return;
  both(raise_semaphore, lower_semaphore, &semaphores);
  semctl(semaphores, 0, IPC_RMID);
}
static void *queue_message(void *p) {
  shared = 1;
  if (mq_send(*(mqd_t *)p, "x", 1, 0) != 0) abort();
  return p;
}
static void *take_message(void *p) {
  char message[16];
  if (mq_receive(*(mqd_t *)p, message, sizeof message, NULL) != 1) abort();
  shared = 2;
  return p;
}
static void message_queues(void) {
  struct mq_attr shape = {.mq_maxmsg = 2, .mq_msgsize = 16};
  mqd_t queue = mq_open(own_name(), O_CREAT | O_EXCL | O_RDWR, 0600, &shape);
  if (queue == (mqd_t)-1) return;
  mq_unlink(own_name());
  both(queue_message, take_message, &queue);
}
static void on_timer(union sigval value) {
  shared++;
  sem_post(value.sival_ptr);
}
static void timers(void) {
  sem_t done;
  sem_init(&done, 0, 0);
  struct sigevent event = {.sigev_notify = SIGEV_THREAD, .sigev_value = {.sival_ptr = &done}};
  event.sigev_notify_function = on_timer;
  timer_t timer;
  shared = 1;
  if (timer_create(CLOCK_MONOTONIC, &event, &timer) != 0) abort();
  struct itimerspec when = {.it_value = {.tv_nsec = 1000}};
  timer_settime(timer, 0, &when, NULL);
  sem_wait(&done);
  shared = 3;
  timer_delete(timer);
}

static int at_exit_value;
static void at_end(void) { at_exit_value++; }
static void *register_end(void *p) {
  at_exit_value = 1;
  atexit(at_end);
  return p;
}
static void at_exit(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, register_end, NULL);
  pthread_join(thread, NULL);
}
static void run_child_with_threads(void) {
  pid_t child = fork();
  if (child == 0) {
    both(lock_with_limit, lock_with_limit, NULL);
    _exit(shared == 6 ? 0 : 1);
  }
  int status;
  waitpid(child, &status, 0);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) abort();
}
static void child_with_threads(void) { run_child_with_threads(); }
static void *fork_often(void *p) {
  for (int i = 0; i < 20; i++) {
    pid_t child = fork();
    if (child == 0) {
      free(malloc(100));
      _exit(0);
    }
    int status;
    waitpid(child, &status, 0);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) abort();
  }
  advance(1);
  return p;
}
static void *allocate_meanwhile(void *p) {
  while (atomic_load_explicit(&step, memory_order_relaxed) == 0) {
    int *block = malloc(200);
    *block = 1;
    pthread_mutex_lock(&mutex);
    shared += *block;
    pthread_mutex_unlock(&mutex);
    free(block);
  }
  return p;
}
static void forks_while_busy(void) { both(fork_often, allocate_meanwhile, NULL); }
static void vforks(void) {
  shared = 1;
  for (int i = 0; i < 3; i++) {
    pid_t child = vfork();
    if (child == 0) {
      execl("/no/such/program", "program", (char *)NULL);
      _exit(4);
    }
    int status;
    waitpid(child, &status, 0);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 4) abort();
  }
}
static void *change_it(void *p) {
  shared++;  // bad race_after_vfork
  return p;
}
static void race_after_vfork(void) {
  vforks();
  both(change_it, change_it, NULL);
}

// Objects of the library are memory, too.
static pthread_mutex_t late_mutex;
static void *make_mutex(void *p) {
  pthread_mutex_init(&late_mutex, NULL);  // bad made_while_used
  advance(1);
  return p;
}
static void *use_mutex(void *p) {
  await(1);
  pthread_mutex_lock(&late_mutex);  // bad made_while_used
  pthread_mutex_unlock(&late_mutex);
  return p;
}
static void made_while_used(void) { both(make_mutex, use_mutex, NULL); }
static void *lock_given(void *p) {
  pthread_mutex_lock(p);  // bad destroyed_while_used bad freed_while_used
  pthread_mutex_unlock(p);
  advance(1);
  return NULL;
}
static void *destroy_given(void *p) {
  await(1);
  pthread_mutex_destroy(p);  // bad destroyed_while_used
  return NULL;
}
static void destroyed_while_used(void) {
  static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  both(lock_given, destroy_given, &mutex);
}
static void *free_given(void *p) {
  await(1);
  free(p);  // bad freed_while_used
  return NULL;
}
static void freed_while_used(void) {
  pthread_mutex_t *mutex = malloc(sizeof *mutex);
  pthread_mutex_init(mutex, NULL);
  both(lock_given, free_given, mutex);
}
static void *set_done(void *p) {
  pthread_mutex_lock(p);
  shared = 1;
  pthread_mutex_unlock(p);
  return NULL;
}
static void destroyed_after_last_use(void) {
  pthread_mutex_t *mutex = malloc(sizeof *mutex);
  pthread_mutex_init(mutex, NULL);
  pthread_t thread;
  pthread_create(&thread, NULL, set_done, mutex);
  for (int done = 0; !done;) {
    pthread_mutex_lock(mutex);
    done = shared;
    pthread_mutex_unlock(mutex);
    sched_yield();
  }
  pthread_mutex_destroy(mutex);
  free(mutex);
  pthread_join(thread, NULL);
}
struct announced {
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  int done;
};
static void *announce_inside(void *p) {
  struct announced *it = p;
  pthread_mutex_lock(&it->mutex);
  it->done = 1;
  pthread_cond_signal(&it->changed);
  pthread_mutex_unlock(&it->mutex);
  return NULL;
}
static void *announce_outside(void *p) {
  struct announced *it = p;
  pthread_mutex_lock(&it->mutex);
  it->done = 1;
  pthread_mutex_unlock(&it->mutex);
  pthread_cond_signal(&it->changed);  // bad announced_outside
  advance(1);
  return NULL;
}
static void wait_and_free(routine announce, int at) {
  struct announced *it = calloc(1, sizeof *it);
  pthread_mutex_init(&it->mutex, NULL);
  pthread_cond_init(&it->changed, NULL);
  pthread_t thread;
  pthread_create(&thread, NULL, announce, it);
  pthread_mutex_lock(&it->mutex);
  while (!it->done) pthread_cond_wait(&it->changed, &it->mutex);
  pthread_mutex_unlock(&it->mutex);
  await(at);
  pthread_cond_destroy(&it->changed);  // bad announced_outside
  pthread_mutex_destroy(&it->mutex);
  pthread_join(thread, NULL);
  free(it);
}
static void announced_inside(void) { wait_and_free(announce_inside, 0); }
static void announced_outside(void) { wait_and_free(announce_outside, 1); }
static void *post_given(void *p) {
  sem_post(p);  // bad semaphore_destroyed
  advance(1);
  return NULL;
}
static void semaphore_destroyed(void) {
  static sem_t semaphore;
  sem_init(&semaphore, 0, 1);
  pthread_t thread;
  pthread_create(&thread, NULL, post_given, &semaphore);
  await(1);
  sem_destroy(&semaphore);  // bad semaphore_destroyed
  pthread_join(thread, NULL);
}
static void semaphore_waited_for(void) {
  static sem_t semaphore;
  sem_init(&semaphore, 0, 0);
  pthread_t thread;
  pthread_create(&thread, NULL, post_given, &semaphore);
  sem_wait(&semaphore);
  sem_destroy(&semaphore);
  pthread_join(thread, NULL);
}
static void destroyed_by_reader(void) {
  static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_destroy(&lock);  // bad destroyed_by_reader
}

// Fibers and annotations of the public interface.
void *__tsan_get_current_fiber(void);
void *__tsan_create_fiber(unsigned flags);
void __tsan_destroy_fiber(void *fiber);
void __tsan_switch_to_fiber(void *fiber, unsigned flags);
void AnnotateBenignRaceSized(const char *file, int line, const volatile void *at, long bytes, const char *why);
static void fibers_in_turn(void) {
  void *own = __tsan_get_current_fiber();
  void *fibers[2] = {__tsan_create_fiber(0), __tsan_create_fiber(0)};
  for (int i = 0; i < 10; i++) {
    __tsan_switch_to_fiber(fibers[i % 2], 0);
    shared++;
    __tsan_switch_to_fiber(own, 0);
    shared++;
  }
  __tsan_destroy_fiber(fibers[0]);
  __tsan_destroy_fiber(fibers[1]);
}
static void fibers_without_order(void) {
  const unsigned no_order = 1;
  void *own = __tsan_get_current_fiber();
  void *fibers[2] = {__tsan_create_fiber(0), __tsan_create_fiber(0)};
  __tsan_switch_to_fiber(fibers[0], no_order);
  shared++;  // bad fibers_without_order
  __tsan_switch_to_fiber(fibers[1], no_order);
  shared++;  // bad fibers_without_order
  __tsan_switch_to_fiber(own, no_order);
}
static void *count_roughly(void *p) {
  shared++;
  return p;
}
static void benign_race(void) {
  AnnotateBenignRaceSized(__FILE__, __LINE__, &shared, sizeof shared, "a rough count");
  both(count_roughly, count_roughly, NULL);
}

static const struct {
  const char *name;
  void (*run)(void);
} scenarios[] = {
#define S(name) {#name, name}
    S(key_destructor), S(key_destructors), S(exited), S(not_joined), S(timed_join), S(clock_join), S(try_join),
    S(cancelled_at_once), S(cancelled_in_read), S(recursive_mutex), S(limited_locks), S(different_locks), S(lock_failed),
    S(limited_rwlocks), S(readers_order_nothing), S(c11_threads), S(c11_unlocked), S(c11_mutex_made_again), S(c11_keys),
    S(c11_detached), S(limited_semaphores), S(polled_pointers), S(awaited_signals), S(read_signals), S(signalled_thread),
    S(messages), S(old_semaphores), S(message_queues), S(timers), S(at_exit), S(child_with_threads), S(forks_while_busy),
    S(vforks), S(race_after_vfork), S(made_while_used), S(destroyed_while_used), S(freed_while_used),
    S(destroyed_after_last_use), S(announced_inside), S(announced_outside), S(semaphore_destroyed),
    S(semaphore_waited_for), S(destroyed_by_reader), S(fibers_in_turn),
    S(fibers_without_order), S(benign_race)};

int main(int argc, char **argv) {
  for (size_t i = 0; i < sizeof scenarios / sizeof *scenarios; i++) {
    if (argc < 2) puts(scenarios[i].name);
    if (argc > 1 && strcmp(argv[1], scenarios[i].name) == 0) scenarios[i].run();
  }
  return 0;
}
