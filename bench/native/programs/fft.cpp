// Fourier transforms of rows, shared out to two threads, with a barrier between the turns.
#include <pthread.h>

#include <cmath>
#include <complex>
#include <cstdio>
#include <thread>
#include <vector>

namespace {
using Number = std::complex<double>;
constexpr size_t kRows = 64, kSize = 1024;
std::vector<Number> data(kRows* kSize);
pthread_barrier_t barrier;

void transform(Number* row) {
  for (size_t i = 1, j = 0; i < kSize; ++i) {
    size_t bit = kSize >> 1;
    for (; (j & bit) != 0; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) std::swap(row[i], row[j]);
  }
  for (size_t length = 2; length <= kSize; length <<= 1) {
    const double angle = -2 * M_PI / static_cast<double>(length);
    const Number step(std::cos(angle), std::sin(angle));
    for (size_t i = 0; i < kSize; i += length) {
      Number factor(1, 0);
      for (size_t k = 0; k < length / 2; ++k) {
        const Number low = row[i + k];
        const Number high = row[i + k + length / 2] * factor;
        row[i + k] = low + high;
        row[i + k + length / 2] = low - high;
        factor *= step;
      }
    }
  }
}

void work(size_t part) {
  for (int turn = 0; turn < 4; ++turn) {
    for (size_t row = (part + static_cast<size_t>(turn)) % 2; row < kRows; row += 2)
      transform(&data[row * kSize]);
    pthread_barrier_wait(&barrier);
  }
}
}  // namespace

int main() {
  for (size_t i = 0; i < data.size(); ++i) data[i] = Number(std::sin(static_cast<double>(i)), 0);
  pthread_barrier_init(&barrier, nullptr, 2);
  std::thread other(work, 1);
  work(0);
  other.join();
  std::printf("%.3f\n", std::abs(data[5]));
}
