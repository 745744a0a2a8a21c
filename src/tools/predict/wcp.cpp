#include "tools/predict/wcp.h"

#include <algorithm>
#include <utility>

#include "tools/predict/reversal_races.h"
#include "tools/predict/window_tool.h"

namespace dh::dyn {

namespace {

template <typename T>
T& at(std::vector<T>& table, uint32_t index) {
  if (index >= table.size()) table.resize(std::max<size_t>(index + 1, table.size() + table.size() / 2));
  return table[index];
}

}  // namespace

WCP::WCP(ToolSetup& setup)
    : name_(setup.name),
      log_(static_cast<size_t>(setup.number("window", kDefaultWindow, 2, kMaxWindow))),
      memory_(static_cast<size_t>(setup.number("memory", 2048, 1, 1 << 24) * (1 << 20))),
      pending_(setup),
      clocks_(1) {}

WCP::Thread& WCP::thread(ShadowThread& shadow) {
  Thread& t = at(threads_, shadow.id.value);
  if (t.known.epoch.clock == 0) {
    t.known.epoch.slot = shadow.id.value;
    tick(t);
  }
  return t;
}

// Afterwards references to both stay valid.
void WCP::make_threads(Event& e) {
  thread(*e.thread);
  thread(*e.other);
}

void WCP::tick(Thread& t) {
  ++t.known.epoch.clock;
  t.known.clock.set_own(t.known.epoch.slot, t.known.epoch.clock, TreeClock::kNever);
  t.happens_before.set(t.known.epoch.slot, t.known.epoch.clock);
}

void WCP::learn_before(Thread& t, const VectorClock& happens_before) {
  if (happens_before.first_not_covered(t.happens_before) < 0) return;
  t.happens_before.join(happens_before);
  t.kept_happens_before = 0;
}

// The thread's own time stays in its entry; what others say of the thread is kept beside it.
void WCP::learn_known(Thread& t, const VectorClock& known) {
  const uint32_t own = known.get(t.known.epoch.slot);
  if (own <= t.own_known && known.first_not_covered(t.known.clock) < 0) return;
  t.own_known = std::max(t.own_known, own);
  t.known.clock.join(known);
  t.kept_known = 0;
}

void WCP::learn_hard(Thread& t, const VectorClock& happens_before) {
  learn_before(t, happens_before);
  learn_known(t, happens_before);
}

WCP::ClockId WCP::keep(VectorClock clock) {
  kept_bytes_ += sizeof(VectorClock) + clock.bytes();
  clocks_.push_back(std::move(clock));
  return static_cast<ClockId>(clocks_.size() - 1);
}

WCP::Release WCP::keep_release(Thread& t) {
  if (t.kept_happens_before == 0) t.kept_happens_before = keep(t.happens_before);
  return {t.kept_happens_before, t.known.epoch.clock};
}

WCP::ClockId WCP::keep_known(Thread& t) {
  if (t.kept_known == 0) {
    VectorClock known = t.known.clock;
    known.set(t.known.epoch.slot, t.own_known);
    t.kept_known = keep(std::move(known));
  }
  return t.kept_known;
}

void WCP::acquire(Event& e) {
  Thread& t = thread(*e.thread);
  Lock& lock = at(locks_, e.lock->id);
  const bool shared = e.mode == LockMode::shared;
  if (lock.released.time > t.happens_before.get(lock.releaser)) {
    learn_before(t, clocks_[lock.released.clock]);
    t.happens_before.set(lock.releaser, lock.released.time);
    t.kept_happens_before = 0;
  }
  learn_known(t, clocks_[lock.known]);
  if (!shared) {
    learn_before(t, lock.readers_before);
    learn_known(t, lock.readers_known);
  }
  if (e.synthetic) learn_hard(t, meeting(e).happens_before);  // woken by a notify
  t.open.push_back({e.lock->id, shared, static_cast<uint32_t>(lock.sections.size()), {}, {}});
  kept_bytes_ += sizeof(ClosedSection);
  lock.sections.push_back({e.thread->id.value, shared, t.known.epoch.clock, {}});
}

// A time of a thread comes with all that was known at its end, so one entry decides for the whole clock.
void WCP::learn_release(Thread& t, uint32_t releaser, Release release) {
  if (release.time <= t.known.clock.get(releaser)) return;
  learn_known(t, clocks_[release.clock]);
  static_cast<VectorClock&>(t.known.clock).set(releaser, release.time);
  t.kept_known = 0;
}

uint32_t& WCP::cursor_of(Lock& lock, uint32_t who) {
  Cursor* const at = std::lower_bound(lock.cursors.begin(), lock.cursors.end(), who,
                                      [](const Cursor& cursor, uint32_t of) { return cursor.of < of; });
  const auto index = static_cast<size_t>(at - lock.cursors.begin());
  if (at == lock.cursors.end() || at->of != who) lock.cursors.insert(at, {who, 0});
  return lock.cursors[index].next;
}

// Of two sections with events ordered by WCP, the first's release is before the second's release.
void WCP::order_sections(Thread& t, Lock& lock, const OpenSection& mine) {
  const uint32_t me = t.known.epoch.slot;
  uint32_t& cursor = cursor_of(lock, me * 2 + mine.shared);
  for (; cursor < mine.index; ++cursor) {
    const ClosedSection& section = lock.sections[cursor];
    if (section.thread == me || (section.shared && mine.shared)) continue;
    const uint32_t known = t.known.clock.get(section.thread);
    if (section.acquired_at > known) return;
    learn_release(t, section.thread, section.release);
  }
}

void WCP::release(Event& e) {
  Thread& t = thread(*e.thread);
  const bool shared = e.mode == LockMode::shared;
  const auto it = std::find_if(t.open.begin(), t.open.end(), [&](const OpenSection& section) {
    return section.lock == e.lock->id && section.shared == shared;
  });
  if (it == t.open.end()) return;
  const OpenSection mine = std::move(*it);
  t.open.erase(it);
  Lock& lock = at(locks_, e.lock->id);
  order_sections(t, lock, mine);
  const Release now = keep_release(t);
  lock.sections[mine.index].release = now;
  const auto note_last = [&](uint32_t variable, Release Last::*kind) {
    auto& all = last_[uint64_t{mine.lock} << 32 | variable];
    auto last = std::find_if(all.begin(), all.end(), [&](const Last& l) {
      return l.thread == t.known.epoch.slot && l.shared == shared;
    });
    if (last == all.end()) last = all.insert(last, Last{t.known.epoch.slot, shared, {}, {}});
    (*last).*kind = now;
  };
  for (const uint32_t variable : mine.reads) note_last(variable, &Last::read);
  for (const uint32_t variable : mine.writes) note_last(variable, &Last::write);
  const ClockId known = keep_known(t);
  if (shared) {
    lock.readers_before.join(t.happens_before);
    lock.readers_known.join(clocks_[known]);
  } else {
    lock.released = now;
    lock.releaser = t.known.epoch.slot;
    lock.known = known;
    lock.readers_before.clear();  // the writer is ordered after the readers
    lock.readers_known.clear();
  }
  tick(t);
}

void WCP::note(std::vector<uint32_t>& variables, uint32_t variable) {
  if (std::find(variables.begin(), variables.end(), variable) == variables.end())
    variables.push_back(variable);
}

// A release is before a later access under its lock that conflicts with an access of the section.
void WCP::follow_conflicts(Thread& t, const Event& e) {
  for (OpenSection& section : t.open) {
    if (const auto all = last_.find(uint64_t{section.lock} << 32 | e.target); all != last_.end()) {
      for (const Last& last : all->second) {
        if (last.thread == t.known.epoch.slot || (last.shared && section.shared)) continue;
        learn_release(t, last.thread, last.write);
        if (e.is_write()) learn_release(t, last.thread, last.read);
      }
    }
    note(e.is_write() ? section.writes : section.reads, e.target);
  }
}

// False: the tool has stopped.
bool WCP::log(const Event& e) {
  if (stopped_at_ != 0) return false;
  const uint32_t newest = std::max(e.thread->id.value, e.other != nullptr ? e.other->id.value : 0);
  if (kept_bytes_ > memory_ || newest >= kMaxThreads) {
    stopped_at_ = e.position + 1;
    why_stopped_ = newest >= kMaxThreads ? "more threads than it can follow" : "the limit of its memory";
    return false;
  }
  if (log_.full()) end_window();
  log_.add(e);
  return true;
}

Flow WCP::access(Event& e) {
  const MaybeLock lock(mutex_, e.concurrent);
  if (!log(e)) return Flow::pass;
  Thread& t = thread(*e.thread);
  follow_conflicts(t, e);
  VarClocks& variable = at(variables_, e.target);
  if (const auto conflict = variable.conflict(e, t.known); conflict.found) {
    RawReport report = make_report(name_, e);
    report.previous.kind = conflict.kind;
    report.previous.thread = ThreadId(conflict.entry.epoch.slot);
    report.previous.location = conflict.entry.location;
    report.previous.position = conflict.entry.position;
    report.previous.known = true;
    pending_.add(std::move(report));
  }
  (e.is_write() ? variable.writes : variable.reads).record(t.known, e);
  return Flow::pass;
}

WCP::Meeting& WCP::meeting(const Event& e) {
  return meetings_[static_cast<uint64_t>(e.lock->space) << 32 | e.lock->id];
}

// What every schedule keeps: it orders fully.
void WCP::meet(Event& e) {
  Thread& t = thread(*e.thread);
  switch (e.kind) {
    case EventKind::volatile_read:
    case EventKind::atomic_read:
    case EventKind::handover_in:
    case EventKind::class_use:
    case EventKind::barrier_leave:
      return learn_hard(t, meeting(e).happens_before);
    case EventKind::atomic_update:
      learn_hard(t, meeting(e).happens_before);
      [[fallthrough]];
    default:
      meeting(e).happens_before.join(t.happens_before);
      return tick(t);
  }
}

Flow WCP::sync(Event& e) {
  const MaybeLock lock(mutex_, e.concurrent);
  if (!log(e)) return Flow::pass;
  switch (e.kind) {
    case EventKind::acquire:
      acquire(e);
      break;
    case EventKind::release:
      release(e);
      break;
    case EventKind::start_pre: {
      make_threads(e);
      Thread& t = thread(*e.thread);
      learn_hard(thread(*e.other), t.happens_before);
      tick(t);
      break;
    }
    case EventKind::join_post:
      make_threads(e);
      learn_hard(thread(*e.thread), thread(*e.other).happens_before);
      break;
    default:
      meet(e);
  }
  return Flow::pass;
}

Flow WCP::notify(Event& e) {
  const MaybeLock lock(mutex_, e.concurrent);
  if (!log(e)) return Flow::pass;
  meet(e);
  return Flow::pass;
}

// The first report of all means something even without a witness, later ones may mean nothing.
void WCP::end_window() {
  pending_.report(log_, any_witness, [this](RawReport& report, bool has_witness) {
    const bool is_first = !std::exchange(has_reported_, true);
    if (has_witness) return;
    report.finding = is_first ? kFirst : kLater;
    report.note = is_first
                      ? "no witness was found for this pair: the race or deadlock may be another one"
                      : "no witness was found, and a later report may be a consequence of an earlier one";
  });
  log_.restart();
}

void WCP::finish(ToolOutput& output) {
  end_window();
  if (stopped_at_ == 0) return;
  output.incomplete = "stopped at event " + std::to_string(stopped_at_) + ": " + std::string(why_stopped_) +
                      " (at most " + std::to_string(kMaxThreads) + " threads; WCP@memory=MEGABYTES)";
}

}  // namespace dh::dyn
