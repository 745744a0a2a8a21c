// Critical sections of a window: from an acquire to its release, by lock, by thread, and at every event.
#pragma once

#include <iterator>

#include "tools/predict/needs.h"

namespace dh::dyn {

using SectionId = uint32_t;

struct Section {
  uint32_t thread;
  uint32_t lock;  // dense index, see Sections::lock_id
  LogId acquire;
  LogId release;  // kNoEvent: open to the end
  bool shared;

  bool excludes(const Section& other) const { return !(shared && other.shared); }
};

// The sections that a thread is in, the innermost first. Lists share their outer parts, so that locks that
// are held together in great numbers cost no more than others.
class HeldSections {
 public:
  struct Node {
    SectionId section;
    uint32_t outer;     // 0: none
    uint32_t lock_set;  // equal for the same locks in the same modes
    uint64_t hash;      // of the set
  };
  class Iterator {
   public:
    using value_type = SectionId;
    using difference_type = ptrdiff_t;
    using reference = SectionId;
    using pointer = const SectionId*;
    using iterator_category = std::input_iterator_tag;
    Iterator(const std::vector<Node>& nodes, uint32_t at) : nodes_(&nodes), at_(at) {}
    SectionId operator*() const { return (*nodes_)[at_].section; }
    Iterator& operator++() {
      at_ = (*nodes_)[at_].outer;
      return *this;
    }
    bool operator==(const Iterator& other) const { return at_ == other.at_; }

   private:
    const std::vector<Node>* nodes_;
    uint32_t at_;
  };
  HeldSections(const std::vector<Node>& nodes, uint32_t innermost) : nodes_(nodes), innermost_(innermost) {}
  Iterator begin() const { return {nodes_, innermost_}; }
  Iterator end() const { return {nodes_, 0}; }
  bool empty() const { return innermost_ == 0; }

 private:
  const std::vector<Node>& nodes_;
  uint32_t innermost_;
};

class Sections {
 public:
  explicit Sections(const Needs& needs);

  const Section& operator[](SectionId id) const { return all_[id]; }
  size_t size() const { return all_.size(); }
  uint32_t lock_id(uint32_t lock) const { return lock_ids_[lock]; }
  size_t locks() const { return rows_.size(); }

  // Sections that the thread is in after so many of its events.
  HeldSections held_after(uint32_t thread, uint32_t events) const {
    return {nodes_, events == 0 ? 0 : held_[needs_.event_at(thread, events)]};
  }
  // Those around an event; of an acquire, without its own.
  HeldSections held_at(LogId event) const {
    return held_after(needs_.log()[event].thread, needs_.number(event) - 1);
  }
  // Equal for events with the same sections around them.
  uint32_t held_index(LogId event) const {
    const uint32_t number = needs_.number(event);
    return number == 1 ? 0 : held_[needs_.event_at(needs_.log()[event].thread, number - 1)];
  }

  // The sections of one thread on one lock, in order; and those that are not shared. Locks that one thread
  // uses have none, for their sections keep nobody waiting; there may be millions of them.
  struct Row {
    uint32_t thread;
    std::vector<SectionId> all;
    std::vector<SectionId> exclusive;  // empty where `all` has no shared ones
    bool mixed = false;
    const std::vector<SectionId>& that_exclude(bool shared) const {
      return shared && mixed ? exclusive : all;
    }
  };
  const std::vector<Row>& rows(uint32_t lock) const { return rows_[lock]; }
  // The last of them that has begun, or null.
  const Section* last_inside(const std::vector<SectionId>& sections, uint32_t progress) const;

  // Equal for events that hold the same locks in the same modes.
  uint32_t lock_set(LogId event) const { return nodes_[held_index(event)].lock_set; }

  // Two events of different threads that a common lock keeps apart.
  bool have_common_lock(LogId a, LogId b) const;

 private:
  void number_locks(const EventLog& log);
  // What is held after the event, if it was `now` before it.
  uint32_t open(LogId id, const LoggedEvent& event, uint32_t now);
  uint32_t close(LogId id, const LoggedEvent& event, uint32_t now);
  uint32_t inside(uint32_t outer, SectionId section);
  void add_to_row(SectionId id);

  const Needs& needs_;
  std::vector<Section> all_;
  std::vector<std::vector<Row>> rows_;  // by lock
  std::vector<bool> is_used_by_many_;   // threads; by lock
  FlatMap<uint32_t, uint32_t> lock_index_;
  FlatMap<uint64_t, uint32_t> row_index_;  // by lock and thread
  std::vector<uint32_t> lock_ids_;
  std::vector<uint32_t> held_;                // by event: what is held after it, an index of nodes_
  std::vector<HeldSections::Node> nodes_;     // 0: nothing is held
  FlatMap<uint64_t, uint32_t> lock_set_ids_;  // by hash of a set
};

}  // namespace dh::dyn
