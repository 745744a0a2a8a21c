// The loop of a cache server: commands are read as text, values are kept in a table with locks, and the least
// recently used one goes.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <list>
#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

namespace {
struct Item {
  std::string key;
  std::string value;
};
struct Shard {
  std::mutex mutex;
  std::list<Item> items;
  std::unordered_map<std::string, std::list<Item>::iterator> index;
};
constexpr size_t kShards = 8, kMaxItems = 2000;
Shard shards[kShards];

size_t answer(const char* command, char* reply) {
  char verb[8], key[32], value[128] = "";
  if (std::sscanf(command, "%7s %31s %127s", verb, key, value) < 2) return 0;
  Shard& shard = shards[std::hash<std::string_view>()(key) % kShards];
  const std::lock_guard lock(shard.mutex);
  const auto found = shard.index.find(key);
  if (found != shard.index.end()) shard.items.splice(shard.items.begin(), shard.items, found->second);
  if (std::strcmp(verb, "get") == 0) {
    if (found == shard.index.end()) return 0;
    const std::string& stored = found->second->value;
    std::memcpy(reply, stored.data(), stored.size());
    return stored.size();
  }
  if (found != shard.index.end()) {
    found->second->value = value;
    return 6;
  }
  shard.items.push_front({key, value});
  shard.index[key] = shard.items.begin();
  if (shard.items.size() > kMaxItems) {
    shard.index.erase(shard.items.back().key);
    shard.items.pop_back();
  }
  return 6;
}

void serve(unsigned seed, size_t* bytes) {
  char command[256], reply[256];
  for (int i = 0; i < 120000; ++i) {
    seed = seed * 1103515245u + 12345u;
    const unsigned key = (seed >> 14) % 30000;
    if (i % 5 == 0) {
      std::snprintf(command, sizeof command, "set key%u value-of-%u-%08x", key, key, seed);
    } else {
      std::snprintf(command, sizeof command, "get key%u", key);
    }
    *bytes += answer(command, reply);
  }
}
}  // namespace

int main() {
  size_t bytes[2] = {0, 0};
  std::thread first(serve, 1, &bytes[0]);
  std::thread second(serve, 2, &bytes[1]);
  first.join();
  second.join();
  std::printf("%d\n", bytes[0] + bytes[1] > 0);
}
