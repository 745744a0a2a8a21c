#include "dynamic/fast_paths.h"

namespace dh::dyn {

bool try_fast_paths(const std::vector<FastPath>& paths, const ShadowThread& thread,
                    std::atomic<uint64_t>& word) {
  uint64_t shadow = word.load(std::memory_order_acquire);
  for (const FastPath& path : paths) {
    if ((shadow & path.mask) != thread.words[path.compare]) continue;
    if (!path.swap) return true;
    if (thread.words[path.with] == ~uint64_t{0}) return false;
    return word.compare_exchange_strong(shadow, (shadow & path.keep) | thread.words[path.with],
                                        std::memory_order_acq_rel);
  }
  return false;
}

bool try_fast_paths(const std::vector<FastPaths>& branches, EventKind kind, const ShadowThread& thread,
                    std::atomic<uint64_t>* words) {
  for (const FastPaths& paths : branches) {
    if (!try_fast_paths(paths.of(kind), thread, *words++)) return false;
  }
  return true;
}

FastPaths collect_fast_paths(std::span<const AccessRole> tools) {
  FastPaths paths;
  std::vector<FastPath>* const lists[2] = {&paths.read, &paths.write};
  bool blocked[2] = {false, false};
  bool wanted[2] = {false, false};
  paths.repeats = paths.repeats_reads = paths.covers = paths.ranges = true;
  for (const AccessRole& tool : tools) {
    FastPaths own;
    if (tool.declare) tool.declare(own);
    if (own.epoch_word != kZeroWord) paths.epoch_word = own.epoch_word;
    const std::vector<FastPath>* const own_lists[2] = {&own.read, &own.write};
    paths.settled =
        std::move(own.settled);  // of the last tool: what others have reported goes on to the next
    if (tool.owns || tool.listens[0] || tool.listens[1]) {
      paths.repeats = paths.repeats && own.repeats;
      paths.repeats_reads = paths.repeats_reads && (own.repeats || own.repeats_reads);
      paths.covers = paths.covers && own.covers;
      paths.ranges = paths.ranges && (own.covers || own.ranges);
    }
    for (int kind = 0; kind < 2; ++kind) {
      wanted[kind] = wanted[kind] || tool.owns || tool.listens[kind];
      if (!tool.owns && tool.listens[kind]) blocked[kind] = true;
      if (blocked[kind]) continue;
      lists[kind]->insert(lists[kind]->end(), own_lists[kind]->begin(), own_lists[kind]->end());
    }
  }
  for (int kind = 0; kind < 2; ++kind) {
    if (!wanted[kind]) lists[kind]->push_back({});
  }
  return paths;
}

}  // namespace dh::dyn
