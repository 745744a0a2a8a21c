// Reads and writes of 256 variables at the very same moment, as far as two threads can: each of them must be found.
// The flags are relaxed: they bring the threads together, but order nothing.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

enum { kPairs = 256 };
static int variables[kPairs];
static volatile int sink;
static atomic_int arrived[kPairs];

static void meet(int i) {
  atomic_fetch_add_explicit(&arrived[i], 1, memory_order_relaxed);
  for (int turns = 0; atomic_load_explicit(&arrived[i], memory_order_relaxed) < 2; turns++) {
    if (turns % 256 == 255) sched_yield();
  }
}

// One access per variable in the code, since a pair of places is reported once.
#define FOUR(what, i) what(i) what(i + 1) what(i + 2) what(i + 3)
#define SIXTEEN(what, i) FOUR(what, i) FOUR(what, i + 4) FOUR(what, i + 8) FOUR(what, i + 12)
#define SIXTY_FOUR(what, i) SIXTEEN(what, i) SIXTEEN(what, i + 16) SIXTEEN(what, i + 32) SIXTEEN(what, i + 48)
#define ALL(what) SIXTY_FOUR(what, 0) SIXTY_FOUR(what, 64) SIXTY_FOUR(what, 128) SIXTY_FOUR(what, 192)
#define WRITE(i) meet(i); variables[i] = 1;
#define READ(i) meet(i); sink = variables[i];

static void *write_all(void *p) {
  ALL(WRITE)
  return p;
}
static void *read_all(void *p) {
  ALL(READ)
  return p;
}

int main(void) {
  pthread_t writer, reader;
  pthread_create(&writer, NULL, write_all, NULL);
  pthread_create(&reader, NULL, read_all, NULL);
  pthread_join(writer, NULL);
  pthread_join(reader, NULL);
  return 0;
}
