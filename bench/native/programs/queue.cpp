// A bounded queue with a mutex and condition variables between a producer and a consumer.
#include <condition_variable>
#include <cstdio>
#include <deque>
#include <mutex>
#include <string>
#include <thread>

namespace {
constexpr int kItems = 200000;
constexpr size_t kRoom = 256;
std::mutex mutex;
std::condition_variable not_full, not_empty;
std::deque<std::string> items;

void produce() {
  for (int i = 0; i < kItems; ++i) {
    std::string item = "item " + std::to_string(i);
    std::unique_lock lock(mutex);
    not_full.wait(lock, [] { return items.size() < kRoom; });
    items.push_back(std::move(item));
    not_empty.notify_one();
  }
}
}  // namespace

int main() {
  std::thread producer(produce);
  size_t bytes = 0;
  for (int i = 0; i < kItems; ++i) {
    std::string item;
    {
      std::unique_lock lock(mutex);
      not_empty.wait(lock, [] { return !items.empty(); });
      item = std::move(items.front());
      items.pop_front();
      not_full.notify_one();
    }
    for (const char c : item) bytes += static_cast<unsigned char>(c);
  }
  producer.join();
  std::printf("%zu\n", bytes);
}
