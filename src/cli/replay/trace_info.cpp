#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "cli/replay/trace.h"
#include "dynamic/trace/std_trace.h"

namespace dh {

namespace {

using dyn::EventKind;
using dyn::Space;

struct TraceCounts {
  uint64_t events = 0;
  std::array<uint64_t, dyn::kEventKinds> kinds{};
  std::array<std::vector<uint64_t>, dyn::kSpaces> targets;  // by id: how often
  std::vector<uint64_t> threads;
  std::vector<uint64_t> locations;
  std::vector<uint64_t> first_thread;  // by variable: plus one; UINT64_MAX: several
};

void count(std::vector<uint64_t>& table, uint32_t id) {
  if (id == UINT32_MAX) return;
  if (id >= table.size()) table.resize(std::max<size_t>(size_t{id} + 1, table.size() * 2));
  ++table[id];
}

void count_event(TraceCounts& counts, const dyn::TraceEvent& event) {
  ++counts.events;
  ++counts.kinds[static_cast<size_t>(event.kind)];
  count(counts.threads, event.thread);
  count(counts.locations, event.location);
  const Space space = dyn::event_target(event.kind);
  if (space != Space::none) count(counts.targets[static_cast<size_t>(space)], event.target);
  if (space != Space::variable) return;
  if (event.target >= counts.first_thread.size())
    counts.first_thread.resize(std::max<size_t>(size_t{event.target} + 1, counts.first_thread.size() * 2));
  uint64_t& first = counts.first_thread[event.target];
  if (first == 0) first = uint64_t{event.thread} + 1;
  if (first != uint64_t{event.thread} + 1) first = UINT64_MAX;
}

size_t used(const std::vector<uint64_t>& table) {
  return static_cast<size_t>(std::count_if(table.begin(), table.end(), [](uint64_t n) { return n != 0; }));
}

// The most frequent ids; of equals the smaller id first.
std::vector<uint32_t> hottest(const std::vector<uint64_t>& table, size_t top) {
  std::vector<uint32_t> ids;
  for (uint32_t id = 0; id < table.size(); ++id)
    if (table[id] != 0) ids.push_back(id);
  const auto middle = ids.begin() + static_cast<ptrdiff_t>(std::min(top, ids.size()));
  std::partial_sort(ids.begin(), middle, ids.end(), [&](uint32_t a, uint32_t b) {
    return table[a] != table[b] ? table[a] > table[b] : a < b;
  });
  ids.erase(middle, ids.end());
  return ids;
}

std::string location_text(const dyn::Names& names, uint32_t id) {
  const dyn::LocationName location = names.location(dyn::LocId(id));
  if (location.path.empty()) return fmt::format("location {}", location.number);
  return fmt::format("{}:{}", location.path, location.line);
}

void append_hottest(std::string& text, const TraceCounts& counts, const dyn::Names& names, Space space,
                    size_t top) {
  const auto& table = counts.targets[static_cast<size_t>(space)];
  if (used(table) == 0 || top == 0) return;
  text += fmt::format("hottest {}s\n", dyn::space_name(space));
  for (const uint32_t id : hottest(table, top))
    text += fmt::format("  {:>12}  {}\n", table[id], dyn::display_name(names, space, id));
}

}  // namespace

std::string describe_trace(dyn::TraceReader& reader, size_t top) {
  TraceCounts counts;
  for (auto block = reader.next(); !block.empty(); block = reader.next()) {
    for (const dyn::TraceEvent& event : block) count_event(counts, event);
  }
  const auto& variables = counts.targets[static_cast<size_t>(Space::variable)];
  const auto shared = std::count(counts.first_thread.begin(), counts.first_thread.end(), UINT64_MAX);
  std::string text =
      fmt::format("format      {}\n", reader.is_text() ? "STD text" : "deadheat's binary format");
  text += fmt::format("events      {}\n", counts.events);
  text += fmt::format("threads     {}\n", used(counts.threads));
  text += fmt::format("variables   {}, {} of them used by more than one thread\n", used(variables), shared);
  for (const auto& [space, name] :
       {std::pair(Space::lock, "locks"), std::pair(Space::atomic, "volatiles"),
        std::pair(Space::barrier, "barriers"), std::pair(Space::channel, "channels")}) {
    if (const size_t n = used(counts.targets[static_cast<size_t>(space)]); n != 0)
      text += fmt::format("{:<12}{}\n", name, n);
  }
  text += fmt::format("locations   {}\n", used(counts.locations));
  text += "operations\n";
  for (size_t k = 0; k < dyn::kEventKinds; ++k) {
    if (counts.kinds[k] == 0) continue;
    text += fmt::format("  {:>12}  {}\n", counts.kinds[k], dyn::std_operation(static_cast<EventKind>(k), 0));
  }
  if (top != 0) text += "busiest threads\n";
  for (const uint32_t id : hottest(counts.threads, top))
    text += fmt::format("  {:>12}  {}\n", counts.threads[id],
                        dyn::display_name(reader.names(), Space::thread, id));
  append_hottest(text, counts, reader.names(), Space::variable, top);
  append_hottest(text, counts, reader.names(), Space::lock, top);
  if (top != 0 && used(counts.locations) != 0) text += "hottest locations\n";
  for (const uint32_t id : hottest(counts.locations, top))
    text += fmt::format("  {:>12}  {}\n", counts.locations[id], location_text(reader.names(), id));
  return text;
}

}  // namespace dh
