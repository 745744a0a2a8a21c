// Work that is left to do, each item at most once.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

namespace dh {

// Last in, first out, over dense numbers. An item can come back once it was taken.
class Worklist {
 public:
  explicit Worklist(size_t count) : queued_(count, false) {}

  bool empty() const { return items_.empty(); }
  void push(uint32_t item) {
    if (queued_[item]) return;
    queued_[item] = true;
    items_.push_back(item);
  }
  uint32_t pop() {
    uint32_t item = items_.back();
    items_.pop_back();
    queued_[item] = false;
    return item;
  }

 private:
  std::vector<uint32_t> items_;
  std::vector<bool> queued_;
};

// In rounds from low to high numbers: where numbers follow the flow, a change gets far before an item is
// taken for a second time.
class SweepWorklist {
 public:
  bool empty() const { return items_.empty(); }
  void push(uint32_t item) { items_.insert(item); }
  uint32_t pop() {
    auto next = items_.lower_bound(position_);
    if (next == items_.end()) next = items_.begin();
    uint32_t item = *next;
    items_.erase(next);
    position_ = item + 1;
    return item;
  }

 private:
  std::set<uint32_t> items_;
  uint32_t position_ = 0;
};

// All that can be reached from `seeds`, seeds included: `visit_successors(item, reach)` calls reach(next).
template <typename VisitSuccessors>
std::vector<bool> reachable(std::vector<bool> seeds, VisitSuccessors&& visit_successors) {
  std::vector<uint32_t> todo;
  for (uint32_t i = 0; i < seeds.size(); ++i) {
    if (seeds[i]) todo.push_back(i);
  }
  auto reach = [&](uint32_t next) {
    if (seeds[next]) return;
    seeds[next] = true;
    todo.push_back(next);
  };
  while (!todo.empty()) {
    uint32_t item = todo.back();
    todo.pop_back();
    visit_successors(item, reach);
  }
  return seeds;
}

}  // namespace dh
