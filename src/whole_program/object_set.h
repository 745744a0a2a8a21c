// Points-to sets: small ones are sorted vectors, large ones compressed bitmaps. Most sets of a program are
// small; the few large ones would make vectors quadratic.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <roaring/roaring.hh>
#include <span>
#include <vector>

namespace dh::whole {

class ObjectSet {
 public:
  size_t size() const { return many_ ? static_cast<size_t>(many_->cardinality()) : few_.size(); }
  bool empty() const { return few_.empty() && !many_; }

  bool contains(uint32_t id) const {
    return many_ ? many_->contains(id) : std::binary_search(few_.begin(), few_.end(), id);
  }

  // The only element.
  std::optional<uint32_t> single() const {
    if (many_ || few_.size() != 1) return std::nullopt;
    return few_[0];
  }

  // Adds `ids` (sorted, no duplicates); `news` gets those that were not there, in order.
  void add(std::span<const uint32_t> ids, std::vector<uint32_t>& news) {
    for (uint32_t id : ids) {
      if (!contains(id)) news.push_back(id);
    }
    if (news.empty()) return;
    if (!many_ && few_.size() + news.size() > kFew) {
      many_ = std::make_unique<Roaring>();
      many_->addMany(few_.size(), few_.data());
      std::vector<uint32_t>().swap(few_);
    }
    if (many_) {
      many_->addMany(news.size(), news.data());
      return;
    }
    size_t middle = few_.size();
    few_.insert(few_.end(), news.begin(), news.end());
    std::inplace_merge(few_.begin(), few_.begin() + static_cast<std::ptrdiff_t>(middle), few_.end());
  }

  // In ascending order.
  template <typename Body>
  void for_each(Body&& body) const {
    if (!many_) {
      for (uint32_t id : few_) body(id);
      return;
    }
    for (uint32_t id : *many_) body(id);
  }

  std::vector<uint32_t> to_vector() const {
    std::vector<uint32_t> ids;
    ids.reserve(size());
    for_each([&](uint32_t id) { ids.push_back(id); });
    return ids;
  }

 private:
  static constexpr size_t kFew = 48;

  std::vector<uint32_t> few_;
  std::unique_ptr<Roaring> many_;
};

}  // namespace dh::whole
