// Two threads add to shared counters under locks.
#include <pthread.h>
#include <stdio.h>

enum { kThreads = 2, kTurns = 1500000, kCounters = 16 };
static pthread_mutex_t locks[kCounters];
static long counters[kCounters];

static void *add(void *argument) {
  const long seed = (long)argument;
  for (long i = 0; i < kTurns; ++i) {
    const long at = (i * 7 + seed) % kCounters;
    pthread_mutex_lock(&locks[at]);
    counters[at] += i;
    pthread_mutex_unlock(&locks[at]);
  }
  return 0;
}

int main(void) {
  pthread_t threads[kThreads];
  for (int i = 0; i < kCounters; ++i) pthread_mutex_init(&locks[i], 0);
  for (long i = 0; i < kThreads; ++i) pthread_create(&threads[i], 0, add, (void *)i);
  for (int i = 0; i < kThreads; ++i) pthread_join(threads[i], 0);
  long sum = 0;
  for (int i = 0; i < kCounters; ++i) sum += counters[i];
  printf("%ld\n", sum);
  return 0;
}
