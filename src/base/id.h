// Typed ids and the stores they index. Phases refer to each other's data by id, never by pointer.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/check.h"

namespace dh {

// struct ClassId : Id<ClassId> { using Id::Id; };
template <typename Tag>
struct Id {
  static constexpr uint32_t kNone = UINT32_MAX;

  constexpr Id() = default;
  constexpr explicit Id(uint32_t v) : value(v) {}

  constexpr bool valid() const { return value != kNone; }
  constexpr size_t index() const { return value; }

  friend constexpr bool operator==(Id, Id) = default;
  friend constexpr auto operator<=>(Id, Id) = default;
  friend size_t hash_value(Id id) { return id.value; }  // for FlatMap, found by argument

  uint32_t value = kNone;
};

// A vector that is indexed by a typed id.
template <typename IdType, typename T>
class Store {
 public:
  template <typename... Args>
  IdType add(Args&&... args) {
    DH_CHECK(items_.size() < IdType::kNone, "store is full");
    items_.emplace_back(std::forward<Args>(args)...);
    return IdType(static_cast<uint32_t>(items_.size() - 1));
  }

  T& operator[](IdType id) {
    DH_CHECK(id.index() < items_.size(), "id {} of {}", id.value, items_.size());
    return items_[id.index()];
  }
  const T& operator[](IdType id) const {
    DH_CHECK(id.index() < items_.size(), "id {} of {}", id.value, items_.size());
    return items_[id.index()];
  }

  size_t size() const { return items_.size(); }
  bool empty() const { return items_.empty(); }
  void reserve(size_t n) { items_.reserve(n); }
  void resize(size_t n) { items_.resize(n); }
  IdType next_id() const { return IdType(static_cast<uint32_t>(items_.size())); }

  auto begin() { return items_.begin(); }
  auto end() { return items_.end(); }
  auto begin() const { return items_.begin(); }
  auto end() const { return items_.end(); }

 private:
  std::vector<T> items_;
};

}  // namespace dh
