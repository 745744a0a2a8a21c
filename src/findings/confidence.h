// How sure a finding is: a start factor and what raised or lowered it from there. The value is the sum of the
// factors that are shown, by construction; a sum below 0 or above 100 gets a factor that says so.
#pragma once

#include <compare>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash.h"

namespace dh {

inline constexpr int kNoteBelow = 50;  // a finding of less confidence is a note
inline constexpr int kHideBelow = 20;  // and of less than this only shown on request

// One reason to believe findings more or less. Every language has a table of them, factors.def.
struct Factor {
  std::string_view id;    // "erlang-public-table"; for ever: users write it into deadheat.toml
  int weight = 0;         // points, unless deadheat.toml says otherwise
  std::string_view text;  // the reason that reports give; "{}" stands for a detail of the finding
};

// The weights of the [confidence] table of deadheat.toml, by the id of the factor.
using FactorWeights = StringMap<int>;

struct WeighedFactor {
  const Factor* factor = nullptr;  // in a table that lives as long as the program
  int weight = 0;
};
WeighedFactor weighed(const Factor& factor, const FactorWeights& configured);

// The factors of one table with the weights that count, indexed by the enumeration of its .def file.
// factor_table(Enum) is declared beside the enumeration.
template <typename Enum>
class FactorSet {
 public:
  explicit FactorSet(const FactorWeights& configured = {}) {
    for (const Factor& factor : factor_table(Enum{})) factors_.push_back(weighed(factor, configured));
  }
  WeighedFactor operator[](Enum which) const { return factors_[static_cast<size_t>(which)]; }

 private:
  std::vector<WeighedFactor> factors_;
};

struct AppliedFactor {
  const Factor* factor = nullptr;
  int weight = 0;  // that was applied
  std::string detail;

  std::string text() const;
  // By id, weight and detail.
  friend std::strong_ordering operator<=>(const AppliedFactor& a, const AppliedFactor& b);
  friend bool operator==(const AppliedFactor& a, const AppliedFactor& b) { return (a <=> b) == 0; }
};

class Confidence {
 public:
  Confidence();  // certain: 100
  explicit Confidence(WeighedFactor start, std::string detail = {});

  void apply(WeighedFactor factor, std::string detail = {});
  // As much of a factor's weight as does not lead below `least`; no factor at all if it would not lower it.
  void lower_but_not_below(int least, WeighedFactor factor);
  // Lowers it to `most`, if it is more than that, by this factor.
  void limit(int most, WeighedFactor factor, std::string detail = {});

  // Gives factors the weights of deadheat.toml afterwards: for findings whose factors do not depend on each
  // other.
  void use_weights(const FactorWeights& configured);

  int value() const { return sum_; }
  // In the order in which they were applied; their weights add up to value().
  const std::vector<AppliedFactor>& factors() const { return factors_; }
  bool is_plainly_certain() const;  // nothing but the default

 private:
  void add(const Factor* factor, int weight, std::string detail);
  int leave_bounds();  // takes the factor of the bounds away, for more to come; the sum without it
  void keep_bounds();

  std::vector<AppliedFactor> factors_;
  int sum_ = 0;
};

// The factors that belong to no language.
std::span<const Factor> common_factors();

}  // namespace dh
