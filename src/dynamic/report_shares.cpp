// Puts together what several sinks got, so that nobody can tell that there were several.
#include <algorithm>
#include <bit>
#include <tuple>

#include "dynamic/report.h"

namespace dh::dyn {

namespace {

using Share = ReportSink::Share;

// Counters in the order in which one sink would have made them.
struct MergedCount : Share::Counted {
  size_t order = 0;  // among those that first reported the same event: they did so in one share
  auto rank() const { return std::tuple(!was_asked_for, first_position, order); }
};

std::vector<MergedCount> merge_counted(const std::vector<Share>& shares) {
  std::vector<MergedCount> all;
  for (const Share& share : shares) {
    for (size_t order = 0; order < share.counted.size(); ++order) {
      const Share::Counted& counted = share.counted[order];
      const auto same =
          std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.tool == counted.tool; });
      if (same == all.end()) {
        all.push_back({counted, order});
        continue;
      }
      same->events += counted.events;
      if (counted.first_position < same->first_position) {
        same->first_position = counted.first_position;
        same->order = order;
      }
      if (same->places.size() < counted.places.size()) same->places.resize(counted.places.size());
      for (size_t i = 0; i < counted.places.size(); ++i) same->places[i] |= counted.places[i];
    }
  }
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.rank() < b.rank(); });
  return all;
}

struct Group {
  RawReport* first = nullptr;
  uint64_t times = 0;
};

}  // namespace

MergedReports merge_shares(std::vector<Share> shares, size_t limit) {
  FlatMap<uint64_t, Group> groups;
  for (Share& share : shares) {
    for (size_t i = 0; i < share.reports.size(); ++i) {
      Group& group = groups[share.keys[i]];
      group.times += share.reports[i].times;
      if (group.first == nullptr || share.reports[i].position < group.first->position)
        group.first = &share.reports[i];
    }
  }
  // An event is in one share, and the reports of a share are in order.
  std::vector<std::pair<RawReport*, uint64_t>> order;
  for (Share& share : shares) {
    for (size_t i = 0; i < share.reports.size(); ++i) {
      if (groups[share.keys[i]].first == &share.reports[i])
        order.emplace_back(&share.reports[i], share.keys[i]);
    }
  }
  std::stable_sort(order.begin(), order.end(),
                   [](const auto& a, const auto& b) { return a.first->position < b.first->position; });
  FlatMap<std::string, uint64_t> dropped;
  for (size_t i = limit; i < order.size(); ++i) {
    dropped[order[i].first->tool] += groups[order[i].second].times;
    groups.erase(order[i].second);
  }
  order.resize(std::min(order.size(), limit));
  for (const Share& share : shares) {
    for (const Share::Left& left : share.left) {
      if (const auto kept = groups.find(left.key); kept != groups.end()) {
        kept->second.times += left.times;
      } else {
        dropped[left.tool] += left.times;
      }
    }
  }
  MergedReports merged;
  for (const auto& [report, key] : order) {
    report->times = groups[key].times;
    merged.reports.push_back(std::move(*report));
  }
  for (const MergedCount& counted : merge_counted(shares)) {
    uint64_t places = 0;
    for (const uint64_t word : counted.places) places += static_cast<uint64_t>(std::popcount(word));
    if (counted.events != 0)
      merged.counts.push_back({counted.tool, counted.events, places, dropped[counted.tool]});
  }
  return merged;
}

}  // namespace dh::dyn
