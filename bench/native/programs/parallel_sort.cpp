// Merge sort with a thread for each half.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <thread>
#include <vector>

namespace {
void sort(uint32_t* from, uint32_t* room, size_t count) {
  if (count < 2) return;
  const size_t half = count / 2;
  if (count > 500000) {
    std::thread other(sort, from, room, half);
    sort(from + half, room + half, count - half);
    other.join();
  } else {
    sort(from, room, half);
    sort(from + half, room + half, count - half);
  }
  std::merge(from, from + half, from + half, from + count, room);
  std::copy(room, room + count, from);
}
}  // namespace

int main() {
  std::vector<uint32_t> numbers(800000), room(numbers.size());
  uint32_t state = 1;
  for (uint32_t& number : numbers) number = state = state * 1664525u + 1013904223u;
  sort(numbers.data(), room.data(), numbers.size());
  std::printf("%d\n", std::is_sorted(numbers.begin(), numbers.end()));
}
