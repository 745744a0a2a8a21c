#include "dynamic/cons_table.h"

#include <algorithm>

namespace dh::dyn {

namespace {

uint64_t hash_words(std::span<const uint64_t> words) {
  uint64_t h = words.size();
  for (const uint64_t w : words) h = hash_combine(h, w);
  return h;
}

}  // namespace

ConsTable::ConsTable() : buckets_(256) {
  values_.reach(0);
  size_ = 1;
}

uint32_t ConsTable::intern(std::span<const uint64_t> words) {
  if (words.empty()) return 0;
  const uint64_t hash = hash_words(words);
  const std::lock_guard lock(mutex_);
  for (uint32_t i = buckets_[hash & (buckets_.size() - 1)]; i != 0; i = values_[i].next) {
    const Value& value = values_[i];
    if (value.hash == hash && value.size == words.size() &&
        std::equal(words.begin(), words.end(), value.words.get())) {
      return i;
    }
  }
  uint32_t index;
  if (!free_.empty()) {
    index = free_.back();
    free_.pop_back();
  } else {
    if (size_ > buckets_.size()) grow();
    index = size_++;
    values_.reach(index);
  }
  Value& value = values_[index];
  value.words = std::make_unique<uint64_t[]>(words.size());
  std::copy(words.begin(), words.end(), value.words.get());
  value.size = static_cast<uint32_t>(words.size());
  value.hash = hash;
  uint32_t& bucket = buckets_[hash & (buckets_.size() - 1)];
  value.next = bucket;
  bucket = index;
  return index;
}

void ConsTable::grow() {
  std::vector<uint32_t> larger(buckets_.size() * 2);
  for (uint32_t i = 1; i < size_; ++i) {
    Value& value = values_[i];
    if (value.size == 0) continue;
    uint32_t& bucket = larger[value.hash & (larger.size() - 1)];
    value.next = bucket;
    bucket = i;
  }
  buckets_ = std::move(larger);
}

void ConsTable::sweep(const std::function<bool(uint32_t)>& live) {
  const std::lock_guard lock(mutex_);
  for (uint32_t& bucket : buckets_) {
    for (uint32_t* link = &bucket; *link != 0;) {
      Value& value = values_[*link];
      if (live(*link)) {
        link = &value.next;
        continue;
      }
      free_.push_back(*link);
      *link = value.next;
      value.words.reset();
      value.size = 0;
    }
  }
}

size_t ConsTable::live() const {
  const std::lock_guard lock(mutex_);
  return size_ - 1 - free_.size();
}

}  // namespace dh::dyn
