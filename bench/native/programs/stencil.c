// OpenMP: heat in a plate.
#include <stdio.h>
#include <stdlib.h>

enum { kSize = 512, kTurns = 40 };

int main(void) {
  double *from = calloc((size_t)kSize * kSize, sizeof *from);
  double *to = calloc((size_t)kSize * kSize, sizeof *to);
  for (int i = 0; i < kSize; ++i) from[i] = to[i] = 100;
  for (int turn = 0; turn < kTurns; ++turn) {
#pragma omp parallel for num_threads(2)
    for (int y = 1; y < kSize - 1; ++y) {
      for (int x = 1; x < kSize - 1; ++x) {
        const int at = y * kSize + x;
        to[at] = (from[at - 1] + from[at + 1] + from[at - kSize] + from[at + kSize]) / 4;
      }
    }
    double *swap = from;
    from = to;
    to = swap;
  }
  double sum = 0;
#pragma omp parallel for num_threads(2) reduction(+ : sum)
  for (int i = 0; i < kSize * kSize; ++i) sum += from[i];
  printf("%.3f\n", sum);
  free(from);
  free(to);
  return 0;
}
