#include "erlang/search/path_state.h"

namespace dh::erlang {
namespace {

template <typename T>
void unite(std::vector<T>& into, const std::vector<T>& other) {
  std::vector<T> both;
  std::set_union(into.begin(), into.end(), other.begin(), other.end(), std::back_inserter(both));
  into = std::move(both);
}

}  // namespace

void sort_unique(std::vector<uint32_t>& numbers) {
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

void PathState::add_pending(uint32_t read) {
  auto at = std::lower_bound(pending.begin(), pending.end(), read);
  if (at == pending.end() || *at != read) pending.insert(at, read);
}

void PathState::note_written(const Datum& datum) {
  if (std::find(written.begin(), written.end(), datum) == written.end()) written.push_back(datum);
}

void PathState::join(const PathState& other) {
  if (other.dead) return;
  if (dead) {
    *this = other;
    return;
  }
  unite(pending, other.pending);
  unite(ended, other.ended);
  unite(removed, other.removed);
  join_written(other.written);
}

// Both begin with what was written before them.
void PathState::join_written(const std::vector<Datum>& other) {
  auto [mine, others] = std::mismatch(written.begin(), written.end(), other.begin(), other.end());
  auto rest = std::remove_if(mine, written.end(), [&, from = others](const Datum& d) {
    return std::find(from, other.end(), d) == other.end();
  });
  written.erase(rest, written.end());
}

}  // namespace dh::erlang
