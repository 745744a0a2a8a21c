// Strongly connected components of a graph over dense node numbers: Tarjan, "Depth-first search and linear
// graph algorithms" (1972), with an explicit stack, so that deep graphs need no deep recursion.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace dh {

// Calls visit(std::span<const uint32_t> members) once per component, those that a component leads to before
// it. The last member is the one that the search entered the component by. `successor(node, i)` gives the
// i-th successor of a node; `degree(node)` says how many there are. `is_node(node)` leaves nodes out as roots
// (for example those that were merged into others).
template <typename Degree, typename Successor, typename IsNode, typename Visit>
void visit_components(uint32_t count, Degree&& degree, Successor&& successor, IsNode&& is_node,
                      Visit&& visit) {
  std::vector<uint32_t> number(count, 0), low(count, 0);  // number 0: not seen yet
  std::vector<bool> on_stack(count, false);
  std::vector<uint32_t> stack, members;
  std::vector<std::pair<uint32_t, uint32_t>> frames;  // node, next successor
  uint32_t seen = 0;
  auto open = [&](uint32_t node) {
    number[node] = low[node] = ++seen;
    stack.push_back(node);
    on_stack[node] = true;
    frames.emplace_back(node, 0);
  };
  for (uint32_t root = 0; root < count; ++root) {
    if (number[root] != 0 || !is_node(root)) continue;
    open(root);
    while (!frames.empty()) {
      uint32_t node = frames.back().first;
      if (frames.back().second < degree(node)) {
        uint32_t next = successor(node, frames.back().second++);
        if (number[next] == 0) {
          open(next);
        } else if (on_stack[next]) {
          low[node] = std::min(low[node], number[next]);
        }
        continue;
      }
      frames.pop_back();
      if (!frames.empty()) low[frames.back().first] = std::min(low[frames.back().first], low[node]);
      if (low[node] != number[node]) continue;
      members.clear();
      do {
        members.push_back(stack.back());
        on_stack[stack.back()] = false;
        stack.pop_back();
      } while (members.back() != node);
      visit(std::span<const uint32_t>(members));
    }
  }
}

// The same of adjacency lists: successors before predecessors.
template <typename NodeId>
std::vector<std::vector<NodeId>> components_of(const std::vector<std::vector<NodeId>>& edges) {
  std::vector<std::vector<NodeId>> components;
  visit_components(
      static_cast<uint32_t>(edges.size()), [&](uint32_t node) { return edges[node].size(); },
      [&](uint32_t node, uint32_t i) { return static_cast<uint32_t>(edges[node][i].index()); },
      [](uint32_t) { return true; },
      [&](std::span<const uint32_t> members) {
        std::vector<NodeId>& component = components.emplace_back();
        for (uint32_t member : members) component.push_back(NodeId(member));
      });
  return components;
}

}  // namespace dh
