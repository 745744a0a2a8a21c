#include "findings/confidence.h"

#include <algorithm>
#include <tuple>

namespace dh {

namespace {

#define DH_FACTOR_ENUM CommonFactor
#define DH_FACTOR_FILE "findings/factors.def"
#include "findings/define_factors.inc"

const Factor* common(CommonFactor which) {
  return &factor_table(which)[static_cast<size_t>(which)];
}

bool is_bound(const Factor* factor) {
  return factor == common(CommonFactor::at_least_0) || factor == common(CommonFactor::at_most_100);
}

}  // namespace

std::span<const Factor> common_factors() {
  return factor_table(CommonFactor{});
}

WeighedFactor weighed(const Factor& factor, const FactorWeights& configured) {
  auto it = configured.find(factor.id);
  return {&factor, it == configured.end() ? factor.weight : it->second};
}

std::string AppliedFactor::text() const {
  std::string result(factor->text);
  if (size_t at = result.find("{}"); at != std::string::npos) result.replace(at, 2, detail);
  return result;
}

std::strong_ordering operator<=>(const AppliedFactor& a, const AppliedFactor& b) {
  return std::tie(a.factor->id, a.weight, a.detail) <=> std::tie(b.factor->id, b.weight, b.detail);
}

Confidence::Confidence() {
  const Factor* start = common(CommonFactor::certain);
  add(start, start->weight, {});
}

Confidence::Confidence(WeighedFactor start, std::string detail) {
  add(start.factor, start.weight, std::move(detail));
  keep_bounds();
}

void Confidence::apply(WeighedFactor factor, std::string detail) {
  leave_bounds();
  add(factor.factor, factor.weight, std::move(detail));
  keep_bounds();
}

void Confidence::lower_but_not_below(int least, WeighedFactor factor) {
  int weight = std::max(factor.weight, least - leave_bounds());
  if (weight < 0) add(factor.factor, weight, {});
  keep_bounds();
}

void Confidence::limit(int most, WeighedFactor factor, std::string detail) {
  int sum = leave_bounds();
  if (sum > most) add(factor.factor, most - sum, std::move(detail));
  keep_bounds();
}

void Confidence::use_weights(const FactorWeights& configured) {
  leave_bounds();
  for (AppliedFactor& applied : factors_) {
    int weight = weighed(*applied.factor, configured).weight;
    sum_ += weight - applied.weight;
    applied.weight = weight;
  }
  keep_bounds();
}

bool Confidence::is_plainly_certain() const {
  return factors_.size() == 1 && factors_.front().factor == common(CommonFactor::certain);
}

void Confidence::add(const Factor* factor, int weight, std::string detail) {
  factors_.push_back({factor, weight, std::move(detail)});
  sum_ += weight;
}

int Confidence::leave_bounds() {
  if (is_bound(factors_.back().factor)) {
    sum_ -= factors_.back().weight;
    factors_.pop_back();
  }
  return sum_;
}

void Confidence::keep_bounds() {
  if (sum_ < 0) add(common(CommonFactor::at_least_0), -sum_, {});
  if (sum_ > 100) add(common(CommonFactor::at_most_100), 100 - sum_, {});
}

}  // namespace dh
