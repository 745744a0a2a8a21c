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
  const uint32_t index = free_index();
  Value& value = values_[index];
  fill(value, words);
  value.hashed = true;
  value.hash = hash;
  uint32_t& bucket = buckets_[hash & (buckets_.size() - 1)];
  value.next = bucket;
  bucket = index;
  return index;
}

uint32_t ConsTable::free_index() {
  if (!free_.empty()) {
    const uint32_t index = free_.back();
    free_.pop_back();
    return index;
  }
  if (size_ > buckets_.size()) grow();
  values_.reach(size_);
  return size_++;
}

void ConsTable::fill(Value& value, std::span<const uint64_t> words) {
  if (value.capacity < words.size()) {
    value.capacity = static_cast<uint32_t>(words.size() + words.size() / 2);
    value.words = std::make_unique<uint64_t[]>(value.capacity);
  }
  std::copy(words.begin(), words.end(), value.words.get());
  value.size = static_cast<uint32_t>(words.size());
}

uint32_t ConsTable::make_private(std::span<const uint64_t> words) {
  const std::lock_guard lock(mutex_);
  const uint32_t index = free_index();
  fill(values_[index], words);
  return index;
}

void ConsTable::assign_private(uint32_t index, std::span<const uint64_t> words) {
  fill(values_[index], words);
}

void ConsTable::drop_private(uint32_t index) {
  const std::lock_guard lock(mutex_);
  values_[index].size = 0;
  free_.push_back(index);
}

void ConsTable::grow() {
  std::vector<uint32_t> larger(buckets_.size() * 2);
  for (uint32_t i = 1; i < size_; ++i) {
    Value& value = values_[i];
    if (!value.hashed) continue;
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
      value.size = value.capacity = 0;
      value.hashed = false;
    }
  }
}

size_t ConsTable::live() const {
  const std::lock_guard lock(mutex_);
  return size_ - 1 - free_.size();
}

}  // namespace dh::dyn
