#include "tools/predict/lock_graph.h"

#include <algorithm>

namespace dh::dyn {

namespace {

// Strongly connected components of the graph "held -> acquired" over locks (Tarjan, with a stack of its own).
class LockComponents {
 public:
  explicit LockComponents(std::vector<std::vector<uint32_t>> edges)
      : edges_(std::move(edges)),
        index_(edges_.size(), 0),
        low_(edges_.size(), 0),
        component_(edges_.size(), 0) {
    for (uint32_t lock = 0; lock < edges_.size(); ++lock) {
      if (index_[lock] == 0) visit(lock);
    }
  }
  bool together(uint32_t a, uint32_t b) const { return component_[a] == component_[b]; }
  bool is_alone(uint32_t lock) const { return sizes_[component_[lock]] == 1; }

 private:
  struct Frame {
    uint32_t lock;
    size_t edge;
  };

  void enter(uint32_t lock, std::vector<Frame>& frames) {
    index_[lock] = low_[lock] = ++time_;
    open_.push_back(lock);
    frames.push_back({lock, 0});
  }

  void visit(uint32_t root) {
    std::vector<Frame> frames;
    enter(root, frames);
    while (!frames.empty()) {
      Frame& frame = frames.back();
      const uint32_t lock = frame.lock;
      if (frame.edge < edges_[lock].size()) {
        const uint32_t next = edges_[lock][frame.edge++];
        if (index_[next] == 0) {
          enter(next, frames);
        } else if (component_[next] == 0) {
          low_[lock] = std::min(low_[lock], index_[next]);
        }
        continue;
      }
      frames.pop_back();
      if (!frames.empty()) low_[frames.back().lock] = std::min(low_[frames.back().lock], low_[lock]);
      if (low_[lock] == index_[lock]) close(lock);
    }
  }

  void close(uint32_t root) {
    ++components_;
    sizes_.push_back(0);
    for (uint32_t lock = UINT32_MAX; lock != root;) {
      lock = open_.back();
      open_.pop_back();
      component_[lock] = components_;
      ++sizes_.back();
    }
  }

  const std::vector<std::vector<uint32_t>> edges_;
  std::vector<uint32_t> index_;
  std::vector<uint32_t> low_;
  std::vector<uint32_t> component_;
  std::vector<uint32_t> open_;
  uint32_t time_ = 0;
  uint32_t components_ = 0;
  std::vector<uint32_t> sizes_{0};  // by component, which count from 1
};

// Acquires while other locks are held that may have to wait. A thread does not wait for a lock that it has.
template <typename Body>
void for_each_nested(const Needs& needs, const Sections& sections, const LockComponents& components,
                     Body&& body) {
  const EventLog& log = needs.log();
  for (SectionId id = 0; id < sections.size(); ++id) {
    const Section& section = sections[id];
    if (components.is_alone(section.lock)) continue;
    if (section.acquire < log.carried() || (log[section.acquire].tried && log.has_requests())) continue;
    const auto held = sections.held_at(section.acquire);
    if (held.empty()) continue;
    if (std::any_of(held.begin(), held.end(), [&](SectionId h) { return sections[h].lock == section.lock; }))
      continue;
    body(section, held);
  }
}

// From each lock to those that are acquired while it is the innermost one held. The outer ones lead to it in
// turn, so that this graph has the components of "held -> acquired" with fewer edges than pairs. Every
// acquire counts here, also those that need not wait.
std::vector<std::vector<uint32_t>> innermost_edges(const Sections& sections) {
  std::vector<std::vector<uint32_t>> edges(sections.locks());
  FlatSet<uint64_t> seen;
  for (SectionId id = 0; id < sections.size(); ++id) {
    const HeldSections held = sections.held_at(sections[id].acquire);
    if (held.empty()) continue;
    const uint32_t from = sections[*held.begin()].lock;
    const uint32_t to = sections[id].lock;
    if (from != to && seen.insert(uint64_t{from} << 32 | to).second) edges[from].push_back(to);
  }
  return edges;
}

std::vector<AbstractAcquire> abstract_acquires(const Needs& needs, const Sections& sections) {
  const LockComponents components(innermost_edges(sections));
  std::vector<AbstractAcquire> nodes;
  FlatMap<uint64_t, uint32_t> index;
  for_each_nested(needs, sections, components, [&](const Section& section, const HeldSections& held) {
    const bool in_cycle = std::any_of(held.begin(), held.end(), [&](SectionId h) {
      return components.together(sections[h].lock, section.lock);
    });
    if (!in_cycle) return;
    const uint64_t key = hash_combine(uint64_t{section.thread} << 32 | section.lock,
                                      uint64_t{sections.lock_set(section.acquire)} << 1 | section.shared);
    const auto [it, is_new] = index.try_emplace(key, static_cast<uint32_t>(nodes.size()));
    if (is_new) {
      nodes.push_back({section.thread, section.lock, section.shared, {}, {}});
      for (const SectionId h : held) nodes.back().held.emplace_back(sections[h].lock, sections[h].shared);
    }
    nodes[it->second].acquires.push_back(section.acquire);
  });
  return nodes;
}

bool waits_for(const AbstractAcquire& a, const AbstractAcquire& b) {
  return std::any_of(b.held.begin(), b.held.end(),
                     [&](const auto& held) { return held.first == a.lock && !(held.second && a.shared); });
}

bool have_gate(const AbstractAcquire& a, const AbstractAcquire& b) {
  for (const auto& [lock, shared] : a.held) {
    for (const auto& [other, other_shared] : b.held) {
      if (lock == other && !(shared && other_shared)) return true;
    }
  }
  return false;
}

// Simple cycles with all threads and locks different and no gate; each is found from its smallest node.
class CycleSearch {
 public:
  CycleSearch(LockGraph& graph, const CycleLimits& limits) : graph_(graph), limits_(limits) {
    for (uint32_t i = 0; i < graph.nodes.size(); ++i) {
      for (const auto& [lock, shared] : graph.nodes[i].held) holders_[lock].push_back(i);
    }
  }

  void run() {
    for (uint32_t i = 0; i < graph_.nodes.size() && !graph_.cut_short; ++i) {
      path_ = {i};
      extend();
    }
  }

 private:
  bool fits(const AbstractAcquire& next) const {
    return std::all_of(path_.begin(), path_.end(), [&](uint32_t i) {
      const AbstractAcquire& node = graph_.nodes[i];
      return node.thread != next.thread && node.lock != next.lock && !have_gate(node, next);
    });
  }

  void extend() {  // at most limits_.length deep
    const auto holders = holders_.find(graph_.nodes[path_.back()].lock);
    if (holders == holders_.end()) return;
    for (const uint32_t next : holders->second) {
      if (graph_.cut_short) return;
      if (next < path_.front() || !waits_for(graph_.nodes[path_.back()], graph_.nodes[next])) continue;
      if (next == path_.front()) {
        if (path_.size() > 1) graph_.cycles.push_back(path_);
        graph_.cut_short = graph_.cycles.size() >= limits_.cycles;
      } else if (fits(graph_.nodes[next])) {
        if (++steps_ > limits_.cycles * 100) graph_.cut_short = true;
        if (path_.size() == limits_.length) continue;
        path_.push_back(next);
        extend();
        path_.pop_back();
      }
    }
  }

  LockGraph& graph_;
  const CycleLimits& limits_;
  FlatMap<uint32_t, std::vector<uint32_t>> holders_;  // by lock: who holds it
  LockCycle path_;
  size_t steps_ = 0;
};

}  // namespace

LockGraph find_lock_cycles(const Needs& needs, const Sections& sections, const CycleLimits& limits) {
  LockGraph graph;
  graph.nodes = abstract_acquires(needs, sections);
  CycleSearch(graph, limits).run();
  return graph;
}

}  // namespace dh::dyn
