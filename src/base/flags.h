// A set of yes-or-no facts, named by an enumeration without gaps and at most 32 values.
#pragma once

#include <cstdint>

namespace dh {

template <typename Fact>
class Flags {
 public:
  constexpr bool has(Fact fact) const { return (bits_ & bit(fact)) != 0; }
  constexpr void set(Fact fact, bool holds = true) { bits_ = holds ? bits_ | bit(fact) : bits_ & ~bit(fact); }

  friend constexpr bool operator==(Flags, Flags) = default;

 private:
  static constexpr uint32_t bit(Fact fact) { return uint32_t{1} << static_cast<uint32_t>(fact); }

  uint32_t bits_ = 0;
};

}  // namespace dh
