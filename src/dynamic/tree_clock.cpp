#include "dynamic/tree_clock.h"

namespace dh::dyn {

void TreeClock::detach(uint32_t slot) {
  Node& node = nodes_[slot];
  if (node.parent == kNone) return;
  if (node.previous == kNone) {
    nodes_[node.parent].child = node.next;
  } else {
    nodes_[node.previous].next = node.next;
  }
  if (node.next != kNone) nodes_[node.next].previous = node.previous;
  node.parent = node.next = node.previous = kNone;
}

void TreeClock::attach(uint32_t slot, uint32_t parent, uint32_t after, uint32_t learned) {
  Node& node = nodes_[slot];
  uint32_t& link = after == kNone ? nodes_[parent].child : nodes_[after].next;
  node.parent = parent;
  node.previous = after;
  node.next = link;
  node.learned = learned;
  if (link != kNone) nodes_[link].previous = slot;
  link = slot;
}

// All that is known hangs under the owner, learned now.
void TreeClock::build(uint32_t root) {
  nodes_.clear();
  nodes_.resize(dense().size());
  root_ = root;
  for (uint32_t slot = 0; slot < nodes_.size(); ++slot) {
    if (slot != root && dense()[slot] != 0) attach(slot, root, kNone, dense()[root]);
  }
}

void TreeClock::set_own(uint32_t slot, uint32_t clock, uint32_t tree_slots, uint16_t era) {
  VectorClock::set(slot, clock);
  is_copy_ = true;
  era_ = era;
  if (has_tree() && (!can_have_tree() || tree_slots == kNever)) drop_tree();
  if (!has_tree()) {
    root_ = slot;
    if (can_have_tree() && dense().size() >= tree_slots) build(slot);
    return;
  }
  if (slot == root_) return;
  nodes_.resize(dense().size());
  detach(slot);  // of a thread that has ended, whose slot this thread has now
  attach(root_, slot, kNone, clock);
  root_ = slot;
}

void TreeClock::join_entries(const VectorClock& other) {
  if (!high_of(other).empty()) {
    nodes_.clear();
    return VectorClock::join(other);
  }
  const CompactArray<uint32_t>& theirs = dense_of(other);
  if (theirs.size() > dense().size()) grow(theirs.size());
  nodes_.resize(dense().size());
  for (uint32_t slot = 0; slot < theirs.size(); ++slot) {
    if (theirs[slot] <= dense()[slot]) continue;
    dense()[slot] = theirs[slot];
    detach(slot);
    attach(slot, root_, kNone, dense()[root_]);
  }
}

void TreeClock::join_tree(const TreeClock& other) {
  if (other.dense().size() > dense().size()) grow(other.dense().size());
  nodes_.resize(dense().size());
  const uint32_t from = other.root_;
  detach(from);
  attach(from, root_, kNone, dense()[root_]);
  take_news(other, kNone);
}

// `other` knows all that is here.
void TreeClock::copy_news(const TreeClock& other) {
  if (other.dense().size() > dense().size()) grow(other.dense().size());
  nodes_.resize(dense().size());
  const uint32_t from = other.root_;
  uint32_t after = kNone;
  if (from != root_) {
    detach(from);
    attach(root_, from, kNone, other.get(from));
    after = root_;
    root_ = from;
  }
  take_news(other, after);
}

// Walks through what is new in `other`, parents first. The root of `other` is in its place already, with
// `after` as its first child. A node takes its new time when its children are done, for these are compared
// with the old one.
void TreeClock::take_news(const TreeClock& other, uint32_t after) {
  const CompactArray<Node>& theirs = other.nodes_;
  uint32_t parent = other.root_;
  uint32_t slot = theirs[parent].child;
  for (;; ++news_) {
    if (slot != kNone && other.dense()[slot] > dense()[slot]) {
      if (slot == after) after = kNone;
      detach(slot);
      attach(slot, parent, after, theirs[slot].learned);
      parent = slot;
      after = kNone;
      slot = theirs[slot].child;
    } else if (slot != kNone && theirs[slot].learned > dense()[parent]) {
      slot = theirs[slot].next;
    } else {  // the rest was known with the parent
      dense()[parent] = other.dense()[parent];
      if (parent == other.root_) return;
      after = parent;
      slot = theirs[parent].next;
      parent = theirs[parent].parent;
    }
  }
}

void TreeClock::become(const TreeClock& thread) {
  if (thread.has_tree() && has_tree() && is_known_to(thread, era_)) return copy_news(thread);
  VectorClock::operator=(thread);
  root_ = thread.root_;
  is_copy_ = thread.is_copy_;
  era_ = thread.era_;
  const bool is_used_again = copies_ == kCopiesWithoutTree;
  if (thread.has_tree() && is_used_again) {
    nodes_ = thread.nodes_;
  } else {
    nodes_.clear();
    if (thread.has_tree()) ++copies_;
  }
}

void TreeClock::collect(const TreeClock& thread, uint16_t era) {
  if (is_known_to(thread, era)) return become(thread);
  nodes_.clear();
  is_copy_ = false;
  VectorClock::join(thread);
}

bool TreeClock::is_well_formed() const {
  if (!has_tree()) return true;
  if (nodes_.size() != dense().size() || !high().empty() || nodes_[root_].parent != kNone) return false;
  size_t reached = 1;
  std::vector<uint32_t> open{root_};
  while (!open.empty() && reached <= nodes_.size()) {
    const uint32_t parent = open.back();
    open.pop_back();
    uint32_t previous = kNone;
    for (uint32_t slot = nodes_[parent].child; slot != kNone; slot = nodes_[slot].next) {
      const Node& node = nodes_[slot];
      if (node.parent != parent || node.previous != previous || node.learned > dense()[parent]) return false;
      if (previous != kNone && nodes_[previous].learned < node.learned) return false;
      previous = slot;
      open.push_back(slot);
      if (++reached > nodes_.size()) return false;
    }
  }
  size_t known = 0;
  for (uint32_t slot = 0; slot < nodes_.size(); ++slot) known += slot == root_ || dense()[slot] != 0;
  return reached == known;
}

}  // namespace dh::dyn
