// Product of two matrices, rows shared out to two threads.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { kThreads = 2, kSize = 320 };
static double *a, *b, *c;

static void *multiply(void *argument) {
  for (long i = (long)argument; i < kSize; i += kThreads) {
    for (int j = 0; j < kSize; ++j) {
      double sum = 0;
      for (int k = 0; k < kSize; ++k) sum += a[i * kSize + k] * b[k * kSize + j];
      c[i * kSize + j] = sum;
    }
  }
  return 0;
}

int main(void) {
  a = malloc(sizeof *a * kSize * kSize);
  b = malloc(sizeof *b * kSize * kSize);
  c = malloc(sizeof *c * kSize * kSize);
  for (int i = 0; i < kSize * kSize; ++i) {
    a[i] = i % 17;
    b[i] = i % 23;
  }
  pthread_t threads[kThreads];
  for (long i = 0; i < kThreads; ++i) pthread_create(&threads[i], 0, multiply, (void *)i);
  for (int i = 0; i < kThreads; ++i) pthread_join(threads[i], 0);
  double sum = 0;
  for (int i = 0; i < kSize * kSize; ++i) sum += c[i];
  printf("%.0f\n", sum);
  return 0;
}
