// A B-tree behind a read-write lock: one thread inserts now and then, both look keys up.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <thread>
#include <vector>

namespace {
constexpr size_t kOrder = 32;
struct Node {
  std::vector<uint32_t> keys;
  std::vector<std::unique_ptr<Node>> children;
};
std::unique_ptr<Node> root = std::make_unique<Node>();
std::shared_mutex mutex;

void split(Node& parent, size_t at) {
  Node& left = *parent.children[at];
  auto right = std::make_unique<Node>();
  const size_t middle = left.keys.size() / 2;
  const uint32_t key = left.keys[middle];
  right->keys.assign(left.keys.begin() + static_cast<long>(middle) + 1, left.keys.end());
  left.keys.resize(middle);
  if (!left.children.empty()) {
    for (size_t i = middle + 1; i < left.children.size(); ++i)
      right->children.push_back(std::move(left.children[i]));
    left.children.resize(middle + 1);
  }
  parent.keys.insert(parent.keys.begin() + static_cast<long>(at), key);
  parent.children.insert(parent.children.begin() + static_cast<long>(at) + 1, std::move(right));
}

void insert(uint32_t key) {
  if (root->keys.size() == kOrder) {
    auto grown = std::make_unique<Node>();
    grown->children.push_back(std::move(root));
    split(*grown, 0);
    root = std::move(grown);
  }
  Node* node = root.get();
  for (;;) {
    size_t at =
        static_cast<size_t>(std::lower_bound(node->keys.begin(), node->keys.end(), key) - node->keys.begin());
    if (at < node->keys.size() && node->keys[at] == key) return;
    if (node->children.empty()) {
      node->keys.insert(node->keys.begin() + static_cast<long>(at), key);
      return;
    }
    if (node->children[at]->keys.size() == kOrder) {
      split(*node, at);
      if (key > node->keys[at]) ++at;
    }
    node = node->children[at].get();
  }
}

bool contains(uint32_t key) {
  for (const Node* node = root.get(); node != nullptr;) {
    const size_t at =
        static_cast<size_t>(std::lower_bound(node->keys.begin(), node->keys.end(), key) - node->keys.begin());
    if (at < node->keys.size() && node->keys[at] == key) return true;
    node = node->children.empty() ? nullptr : node->children[at].get();
  }
  return false;
}

void work(uint32_t seed, bool writes, size_t* found) {
  for (int i = 0; i < 250000; ++i) {
    seed = seed * 1103515245u + 12345u;
    const uint32_t key = seed >> 12;
    if (writes && i % 4 == 0) {
      const std::unique_lock lock(mutex);
      insert(key);
    } else {
      const std::shared_lock lock(mutex);
      *found += contains(key);
    }
  }
}
}  // namespace

int main() {
  for (uint32_t i = 0; i < 100000; ++i) insert(i * 2654435761u >> 12);
  size_t found[2] = {0, 0};
  std::thread first(work, 1, true, &found[0]);
  std::thread second(work, 2, false, &found[1]);
  first.join();
  second.join();
  std::printf("%d\n", found[0] + found[1] > 0);
}
