// A vector clock that also knows from whom it has its entries, so that a join looks only at what is new.
// U. Mathur, A. Pavlogiannis, H. C. Tunc, M. Viswanathan: A Tree Clock Data Structure for Causal Orderings in
// Concurrent Executions, ASPLOS 2022.
//
// The entries are nodes of a tree. The root is the slot of the thread that owns the clock, or that was the
// last to copy its clock here. A child v of u with `learned` = a states a fact of the execution, whichever
// clock has the node: all who know u at time a or later know what is in v's subtree. Children are in
// descending order of `learned`. So a join stops at entries that it knows, and at children that were learned
// no later than the time it knows of their parent.
//
// Facts need a time that nobody knows before the thread publishes its clock: a thread ticks after each
// publication. Without a tree (few threads, entries that are far apart, joins that bring much news) it is the
// plain vector clock that it is derived from, with one fact left: who knows the last time of the thread whose
// clock was copied knows all of the copy. The entries are the same either way. The fact holds within an era
// of the slots (SlotTable::era); with trees there is one era.
#pragma once

#include "dynamic/vector_clock.h"

namespace dh::dyn {

class TreeClock : public VectorClock {
 public:
  static constexpr uint32_t kNever = UINT32_MAX;

  // The owner's own time, which nobody else knows yet. From `tree_slots` known slots on there is a tree;
  // kNever: none.
  void set_own(uint32_t slot, uint32_t clock, uint32_t tree_slots, uint16_t era = 0);
  void clear() {
    nodes_.clear();
    is_copy_ = false;
    VectorClock::clear();
  }

  // Of the clock of a thread: learns what `other` knows.
  void join(const TreeClock& other, uint16_t era = 0) {
    ++joins_;
    if (other.is_known_to(*this, era)) return;
    if (!has_tree()) return VectorClock::join(other);
    if (!other.has_tree()) return join_entries(other);
    join_tree(other);
  }
  void join(const VectorClock& other) {
    if (!has_tree()) return VectorClock::join(other);
    join_entries(other);
  }

  // Of the clock of a lock: becomes the clock of `thread`, which publishes it.
  void become(const TreeClock& thread);
  // The same for what is published without having been read before: keeps what the thread does not know.
  void collect(const TreeClock& thread, uint16_t era = 0);

  bool has_tree() const { return !nodes_.empty(); }
  // Gives its memory back, too.
  void drop_tree() { nodes_.clear_and_free(); }

  // How many joins there were since the last reset, and how many entries they found in trees.
  uint32_t joins() const { return joins_; }
  uint32_t news() const { return news_; }
  void reset_counts() { joins_ = news_ = 0; }

  // For tests: every entry hangs in the tree, and children are in order.
  bool is_well_formed() const;

 private:
  using VectorClock::set;  // an entry that is not in the tree
  static constexpr uint32_t kNone = UINT32_MAX;
  // A copy with a tree costs six times the memory of one without: only for locks that are used again.
  static constexpr uint8_t kCopiesWithoutTree = 3;
  static constexpr size_t kMaxTreeSlots = 2048;  // all threads together take the square of it
  struct Node {
    uint32_t parent = kNone;
    uint32_t child = kNone;  // the one that was learned last
    uint32_t next = kNone;   // sibling, learned no later
    uint32_t previous = kNone;
    uint32_t learned = 0;  // time of the parent
  };

  bool can_have_tree() const { return high().empty() && dense().size() <= kMaxTreeSlots; }
  // What the clock of `thread` has, too.
  bool is_known_to(const TreeClock& thread, uint16_t era) const {
    return (is_copy_ && era_ == era && get(root_) <= thread.get(root_)) || empty();
  }
  void build(uint32_t root);
  void join_entries(const VectorClock& other);
  void join_tree(const TreeClock& other);
  void copy_news(const TreeClock& other);
  void take_news(const TreeClock& other, uint32_t after);
  void detach(uint32_t slot);
  // Behind the sibling `after`, or as the first.
  void attach(uint32_t slot, uint32_t parent, uint32_t after, uint32_t learned);

  CompactArray<Node> nodes_;  // by slot, as many as there are ticks; empty: no tree
  uint32_t root_ = 0;         // the thread's slot, also without a tree
  uint32_t joins_ = 0;
  uint32_t news_ = 0;
  uint8_t copies_ = 0;
  bool is_copy_ = false;  // of the clock that the thread in slot root_ had at its time here, or that clock
  uint16_t era_ = 0;      // in which it was
};

}  // namespace dh::dyn
