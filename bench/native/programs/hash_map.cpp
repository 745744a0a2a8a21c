// A hash map with a lock per group of buckets, two threads that insert and find.
#include <cstdint>
#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>

namespace {
struct Entry {
  uint64_t key, value;
  Entry* next;
};
constexpr size_t kBuckets = 1 << 14, kLocks = 64;
Entry* buckets[kBuckets];
std::mutex locks[kLocks];

uint64_t mix(uint64_t key) {
  return (key * 0x9E3779B97F4A7C15ull) >> 40;
}

void add(uint64_t key, uint64_t value) {
  const size_t at = mix(key) % kBuckets;
  const std::lock_guard lock(locks[at % kLocks]);
  for (Entry* entry = buckets[at]; entry != nullptr; entry = entry->next) {
    if (entry->key != key) continue;
    entry->value += value;
    return;
  }
  buckets[at] = new Entry{key, value, buckets[at]};
}

void work(uint64_t seed) {
  for (uint64_t i = 0; i < 500000; ++i) {
    seed = seed * 6364136223846793005ull + 1442695040888963407ull;
    add((seed >> 33) % 60000, i);
  }
}
}  // namespace

int main() {
  std::vector<std::thread> threads;
  for (uint64_t i = 1; i <= 2; ++i) threads.emplace_back(work, i);
  for (std::thread& thread : threads) thread.join();
  uint64_t sum = 0;
  for (const Entry* entry : buckets) {
    for (; entry != nullptr; entry = entry->next) sum += entry->value;
  }
  std::printf("%llu\n", static_cast<unsigned long long>(sum));
}
