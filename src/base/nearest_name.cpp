#include "base/nearest_name.h"

#include <algorithm>

namespace dh {

std::string nearest_name(std::string_view name, const std::vector<std::string>& known) {
  constexpr size_t kMaxLength = 100;  // nobody meant a longer one, and the cost is the product of the lengths
  std::string best;
  if (name.size() > kMaxLength) return best;
  size_t best_distance = std::max<size_t>(2, name.size() / 3) + 1;
  for (const std::string& candidate : known) {
    std::vector<size_t> row(candidate.size() + 1);
    for (size_t j = 0; j <= candidate.size(); ++j) row[j] = j;
    for (size_t i = 1; i <= name.size(); ++i) {
      size_t diagonal = row[0];
      row[0] = i;
      for (size_t j = 1; j <= candidate.size(); ++j) {
        size_t replaced = diagonal + (name[i - 1] == candidate[j - 1] ? 0 : 1);
        diagonal = row[j];
        row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
      }
    }
    if (row.back() < best_distance) {
      best_distance = row.back();
      best = candidate;
    }
  }
  return best;
}

std::string did_you_mean(std::string_view name, const std::vector<std::string>& known) {
  const std::string meant = nearest_name(name, known);
  return meant.empty() ? meant : "; did you mean '" + meant + "'?";
}

}  // namespace dh
