#include "dynamic/dynamic_branch.h"

#include <algorithm>

namespace dh::dyn {

DynamicBranch::DynamicBranch(std::vector<ToolNode> nodes) : nodes_(std::move(nodes)) {
  next_owner_.assign(kMaxOwners + 2, nullptr);
  for (ToolNode& node : nodes_) {
    if (node.owner != 0) next_owner_[node.owner - 1] = &node;
  }
  for (size_t kind = 0; kind < kEventKinds; ++kind) {
    for (ToolNode& node : nodes_) {
      if (node.handlers[kind] != nullptr) steps_[kind].push_back({&node, node.handlers[kind]});
    }
    steps_[kind].push_back({});
    first_[kind] = steps_[kind].data();
  }
}

bool DynamicBranch::listens(EventKind kind) const {
  return first_[static_cast<size_t>(kind)]->node != nullptr;
}

void DynamicBranch::from(Event& e, const Step* step) {
  for (; step->node != nullptr; ++step) {
    ToolNode& node = *step->node;
    if (node.owner != 0 && is_access(e.kind)) {
      if (!owned_access(e, *step)) return;
    } else if (step->handler(node.tool.get(), e) == Flow::keep) {
      return;
    }
    if (node.after != nullptr) {
      from(e, step + 1);
      node.after(node.tool.get(), e);
      return;
    }
  }
}

bool DynamicBranch::hand_to(Event& e, ToolNode& node) {
  const uint64_t word = node.make(node.tool.get(), e);
  if (e.put(word)) return true;
  if (node.unmake != nullptr) node.unmake(node.tool.get(), word);
  return false;
}

bool DynamicBranch::owned_access(Event& e, const Step& step) {
  ToolNode& node = *step.node;
  for (;;) {
    if (e.shadow == kFreshWord && node.owner == 1) [[unlikely]] {
      hand_to(e, node);
      continue;
    }
    if (owner_of(e.shadow) != node.owner) return true;
    switch (step.handler(node.tool.get(), e)) {
      case Flow::keep:
        return false;
      case Flow::pass:
        return true;
      case Flow::retry:
        break;
      case Flow::advance: {
        ToolNode* next = next_owner_[node.owner];
        if (next == nullptr || hand_to(e, *next)) return true;
        break;
      }
    }
  }
}

void DynamicBranch::thread_made(ShadowThread& thread) {
  for (ToolNode& node : nodes_) {
    if (node.thread_made != nullptr) node.thread_made(node.tool.get(), thread);
  }
}

void DynamicBranch::thread_begins(ShadowThread& thread) {
  for (ToolNode& node : nodes_) {
    if (node.thread_begins != nullptr) node.thread_begins(node.tool.get(), thread);
  }
}

FastPaths DynamicBranch::fast_paths() const {
  std::vector<AccessRole> roles;
  for (const ToolNode& node : nodes_) roles.push_back(node.role(node.tool.get()));
  return collect_fast_paths(roles);
}

void DynamicBranch::finish(std::vector<ToolOutput>& outputs) {
  for (ToolNode& node : nodes_) {
    if (node.finish == nullptr) continue;
    ToolOutput output{node.name, {}, {}};
    node.finish(node.tool.get(), output);
    if (!output.lines.empty() || !output.incomplete.empty()) outputs.push_back(std::move(output));
  }
}

void DynamicBranch::sweep(const LiveWords& live) {
  for (ToolNode& node : nodes_) {
    if (node.sweep != nullptr) node.sweep(node.tool.get(), live);
  }
}

size_t DynamicBranch::states() const {
  size_t sum = 0;
  for (const ToolNode& node : nodes_) {
    if (node.states != nullptr) sum += node.states(node.tool.get());
  }
  return sum;
}

bool DynamicBranch::can_forget(const ShadowThread& thread) const {
  return std::ranges::all_of(nodes_, [&](const ToolNode& node) {
    return node.can_forget != nullptr && node.can_forget(node.tool.get(), thread);
  });
}

uint64_t DynamicBranch::elements_word(ShadowThread& thread, uint32_t first, uint32_t count) {
  for (const ToolNode& node : nodes_) {
    if (node.owner != 1) continue;
    if (node.elements_word != nullptr) return node.elements_word(node.tool.get(), thread, first, count);
    break;
  }
  return kFreshWord;
}

bool DynamicBranch::keeps_states() const {
  return std::ranges::any_of(nodes_, [](const ToolNode& node) { return node.sweep != nullptr; });
}

}  // namespace dh::dyn
