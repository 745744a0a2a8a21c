// Byte-wise run-length coding, each thread on its own half of a buffer.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kThreads = 2, kBytes = 4 << 20, kTurns = 4 };
static unsigned char *plain, *coded;
static size_t lengths[kThreads];

static size_t encode(const unsigned char *from, size_t bytes, unsigned char *to) {
  size_t out = 0;
  for (size_t i = 0; i < bytes;) {
    size_t run = 1;
    while (run < 255 && i + run < bytes && from[i + run] == from[i]) ++run;
    to[out++] = (unsigned char)run;
    to[out++] = from[i];
    i += run;
  }
  return out;
}

static void *work(void *argument) {
  const size_t part = (size_t)argument;
  const size_t bytes = kBytes / kThreads;
  for (int turn = 0; turn < kTurns; ++turn)
    lengths[part] = encode(plain + part * bytes, bytes, coded + part * bytes * 2);
  return 0;
}

int main(void) {
  plain = malloc(kBytes);
  coded = malloc((size_t)kBytes * 2);
  unsigned state = 1;
  for (int i = 0; i < kBytes; ++i) {
    state = state * 1103515245u + 12345u;
    plain[i] = (state >> 16) % 5 == 0 ? (unsigned char)(state >> 20) : 'a';
  }
  pthread_t threads[kThreads];
  for (size_t i = 0; i < kThreads; ++i) pthread_create(&threads[i], 0, work, (void *)i);
  size_t sum = 0;
  for (int i = 0; i < kThreads; ++i) {
    pthread_join(threads[i], 0);
    sum += lengths[i];
  }
  printf("%zu\n", sum);
  return 0;
}
