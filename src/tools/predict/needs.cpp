#include "tools/predict/needs.h"

#include <algorithm>

#include "base/hash.h"

namespace dh::dyn {

namespace {

void join_into(Progress& into, std::span<const uint32_t> from) {
  if (from.size() > into.size()) into.resize(from.size());
  for (size_t i = 0; i < from.size(); ++i) into[i] = std::max(into[i], from[i]);
}

}  // namespace

// One pass over the window. A thread's vector has no entry for the thread itself (its number is that), so
// threads that know little have short vectors, however many there are.
class NeedsBuilder {
 public:
  NeedsBuilder(Needs& needs, const EventLog& log, Values values) : needs_(needs), log_(log), values_(values) {
    needs_.offsets_.push_back(0);
    needs_.offsets_.push_back(0);  // version 0 knows nothing
    threads_.resize(log.threads());
    needs_.of_thread_.resize(log.threads());
    needs_.carried_.resize(log.threads());
    needs_.number_.reserve(log.size());
    needs_.version_.reserve(log.size());
  }

  void run() {
    for (LogId id = 0; id < log_.size(); ++id) {
      const LoggedEvent& event = log_[id];
      auto& mine = needs_.of_thread_[event.thread];
      mine.push_back(id);
      // Who waits is next at the lock only once it was woken.
      if (event.op() == LogOp::acquire && event.waiting) learn(event.thread, meeting(event).published);
      needs_.number_.push_back(static_cast<uint32_t>(mine.size()));
      needs_.version_.push_back(version_of(threads_[event.thread]));
      if (id < log_.carried()) {
        ++needs_.carried_[event.thread];
      } else {
        follow(id, event);
      }
    }
  }

 private:
  struct Thread {
    Progress others;
    uint32_t version = 0;
    bool changed = false;
  };
  struct Write {
    LogId event = kNoEvent;
    uint32_t version = 0;
  };
  struct Meeting {
    Progress published;
    Progress waiting;  // of a lock: the releases of those who wait
  };

  uint32_t version_of(Thread& t) {
    if (t.changed) {
      needs_.words_.insert(needs_.words_.end(), t.others.begin(), t.others.end());
      needs_.offsets_.push_back(needs_.words_.size());
      t.version = static_cast<uint32_t>(needs_.offsets_.size() - 2);
      t.changed = false;
    }
    return t.version;
  }

  // The thread comes after everything in the vector.
  void learn(uint32_t thread, std::span<const uint32_t> from) {
    for (uint32_t i = 0; i < from.size(); ++i) {
      if (i != thread && from[i] != 0) learn(thread, i, from[i]);
    }
  }
  void learn(uint32_t thread, uint32_t other, uint32_t number) {
    Thread& t = threads_[thread];
    if (other >= t.others.size()) t.others.resize(other + 1);
    if (t.others[other] >= number) return;
    t.others[other] = number;
    t.changed = true;
  }
  bool knows(uint32_t thread, LogId event) const {
    const uint32_t other = log_[event].thread;
    if (other == thread) return true;
    const Progress& others = threads_[thread].others;
    return other < others.size() && others[other] >= needs_.number_[event];
  }

  Progress with(LogId event) {
    const uint32_t thread = log_[event].thread;
    Progress all = threads_[thread].others;
    if (thread >= all.size()) all.resize(thread + 1);
    all[thread] = std::max(all[thread], needs_.number_[event]);
    return all;
  }

  template <typename T>
  static T& at(std::vector<T>& table, uint32_t index) {
    if (index >= table.size()) table.resize(std::max<size_t>(index + 1, table.size() * 2));
    return table[index];
  }

  void see(uint32_t thread, const Write& write) {
    if (write.event == kNoEvent || knows(thread, write.event)) return;
    const Progress copy(needs_.vector(write.version).begin(), needs_.vector(write.version).end());
    learn(thread, copy);
    learn(thread, log_[write.event].thread, needs_.number_[write.event]);
  }

  void follow(LogId id, const LoggedEvent& event) {
    const uint32_t t = event.thread;
    switch (event.op()) {
      case LogOp::read:
        if (values_ == Values::kept) see(t, at(variables_, event.target));
        return;
      case LogOp::write:
        if (values_ == Values::kept) at(variables_, event.target) = {id, needs_.version_[id]};
        return;
      case LogOp::volatile_read:
        return see(t, at(atomics_, event.target));
      case LogOp::volatile_update:
        see(t, at(atomics_, event.target));
        [[fallthrough]];
      case LogOp::volatile_write:
        at(atomics_, event.target) = {id, version_of(threads_[t])};
        return;
      case LogOp::start:
        if (event.target >= threads_.size()) return;  // it has no events in this window
        return learn(event.target, with(id));
      case LogOp::join:
        return join(t, event.target);
      case LogOp::publish:
      case LogOp::class_init:
      case LogOp::barrier_enter:
        return join_into(meeting(event).published, with(id));
      case LogOp::receive:
      case LogOp::class_use:
      case LogOp::barrier_leave:
        return learn(t, meeting(event).published);
      case LogOp::take:
        learn(t, meeting(event).published);
        return join_into(meeting(event).published, with(id));
      case LogOp::release:
        if (event.waiting) join_into(meeting(event).waiting, with(id));
        return;
      case LogOp::notify:
        learn(t, meeting(event).waiting);
        return join_into(meeting(event).published, with(id));
      case LogOp::acquire:
        return;
    }
  }

  void join(uint32_t thread, uint32_t child) {
    if (child >= threads_.size()) return;
    const Progress others = threads_[child].others;
    learn(thread, others);
    const auto number = static_cast<uint32_t>(needs_.of_thread_[child].size());
    if (number != 0) learn(thread, child, number);
  }

  Meeting& meeting(const LoggedEvent& event) {
    const auto space = static_cast<uint64_t>(event_target(event_kind(event.op())));
    return meetings_[space << 32 | event.target];
  }

  Needs& needs_;
  const EventLog& log_;
  const Values values_;
  std::vector<Thread> threads_;
  std::vector<Write> variables_;
  std::vector<Write> atomics_;
  FlatMap<uint64_t, Meeting> meetings_;
};

Needs::Needs(const EventLog& log, Values values) : log_(log) {
  NeedsBuilder(*this, log, values).run();
}

Progress Needs::none() const {
  return carried_;
}

Progress Needs::before(LogId event) const {
  Progress progress;
  for (const auto& events : of_thread_) {
    const auto first = std::lower_bound(events.begin(), events.end(), event);
    progress.push_back(static_cast<uint32_t>(first - events.begin()));
  }
  return progress;
}

size_t Needs::bytes() const {
  return number_.capacity() * 12 + words_.capacity() * 4 + offsets_.capacity() * 8;
}

}  // namespace dh::dyn
