// Orders of locks. Lines where threads wait in a cycle are marked "bad" with the name of the scenario; no run
// but `stuck` hangs, because the second thread begins when the first has let go.
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <string.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER, gate = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t three[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static pthread_rwlock_t shared = PTHREAD_RWLOCK_INITIALIZER, other = PTHREAD_RWLOCK_INITIALIZER;
static volatile int turn;

__attribute__((no_sanitize_thread)) static void wait_for(int step) {
  while (turn < step) {
  }
}
__attribute__((no_sanitize_thread)) static void done(void) {
  ++turn;
}

static void run_both(void *(*first)(void *), void *(*second)(void *)) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, first, 0);
  pthread_create(&threads[1], 0, second, 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
}

static void *abba_first(void *p) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);  // bad abba
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  done();
  return p;
}
static void *abba_second(void *p) {
  wait_for(1);
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);  // bad abba
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return p;
}
static void abba(void) {
  run_both(abba_first, abba_second);
}

// A thread that is joined before the other begins.
static void joined(void) {
  pthread_t thread;
  pthread_create(&thread, 0, abba_first, 0);
  pthread_join(thread, 0);
  abba_second(0);
}

// What the main thread does before it creates the other.
static void before_creation(void) {
  pthread_t thread;
  abba_first(0);
  pthread_create(&thread, 0, abba_second, 0);
  pthread_join(thread, 0);
}

static void *gated_first(void *p) {
  pthread_mutex_lock(&gate);
  abba_first(p);
  pthread_mutex_unlock(&gate);
  return p;
}
static void *gated_second(void *p) {
  wait_for(1);
  pthread_mutex_lock(&gate);
  abba_second(p);
  pthread_mutex_unlock(&gate);
  return p;
}
static void gated(void) {
  run_both(gated_first, gated_second);
}

static void *tries(void *p) {
  wait_for(1);
  pthread_mutex_lock(&b);
  if (pthread_mutex_trylock(&a) == 0) pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return p;
}
static void tried(void) {
  run_both(abba_first, tries);
}

static void *readers_first(void *p) {
  pthread_rwlock_rdlock(&shared);
  pthread_rwlock_rdlock(&other);
  pthread_rwlock_unlock(&other);
  pthread_rwlock_unlock(&shared);
  done();
  return p;
}
static void *readers_second(void *p) {
  wait_for(1);
  pthread_rwlock_rdlock(&other);
  pthread_rwlock_rdlock(&shared);
  pthread_rwlock_unlock(&shared);
  pthread_rwlock_unlock(&other);
  return p;
}
static void readers(void) {
  run_both(readers_first, readers_second);
}

static void *ring_thread(void *p) {
  const int at = (int)(long)p;
  wait_for(at);
  pthread_mutex_lock(&three[at]);
  pthread_mutex_lock(&three[(at + 1) % 3]);  // bad ring
  pthread_mutex_unlock(&three[(at + 1) % 3]);
  pthread_mutex_unlock(&three[at]);
  done();
  return p;
}
static void ring(void) {
  pthread_t threads[3];
  for (long i = 0; i < 3; ++i) pthread_create(&threads[i], 0, ring_thread, (void *)i);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], 0);
}

// Ends by a signal only.
static pthread_barrier_t meeting;
static void *stuck_first(void *p) {
  pthread_mutex_lock(&a);
  pthread_barrier_wait(&meeting);
  pthread_mutex_lock(&b);  // waits for ever
  return p;
}
static void *stuck_second(void *p) {
  pthread_mutex_lock(&b);
  pthread_barrier_wait(&meeting);
  pthread_mutex_lock(&a);  // waits for ever
  return p;
}
static void stuck(void) {
  pthread_barrier_init(&meeting, 0, 2);
  run_both(stuck_first, stuck_second);
}

// A lock that is made again at the same address is another one.
static sem_t is_made;
static void *made_again_first(void *p) {
  abba_first(p);
  pthread_mutex_destroy(&a);
  pthread_mutex_init(&a, 0);
  sem_post(&is_made);
  return p;
}
static void *made_again_second(void *p) {
  sem_wait(&is_made);
  return abba_second(p);
}
static void made_again(void) {
  sem_init(&is_made, 0, 0);
  run_both(made_again_first, made_again_second);
}

static const struct {
  const char *name;
  void (*run)(void);
} scenarios[] = {{"abba", abba},   {"joined", joined},   {"before_creation", before_creation},
                 {"gated", gated}, {"tried", tried},     {"readers", readers},
                 {"ring", ring},   {"made_again", made_again}};

int main(int count, char **arguments) {
  if (count > 1 && strcmp(arguments[1], "stuck") == 0) stuck();
  for (unsigned i = 0; i < sizeof scenarios / sizeof scenarios[0]; ++i) {
    if (count < 2) {
      puts(scenarios[i].name);
    } else if (strcmp(arguments[1], scenarios[i].name) == 0) {
      scenarios[i].run();
    }
  }
  return 0;
}
