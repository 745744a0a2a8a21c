#include "jvm/agent/confirmer.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/hash.h"

namespace dh::jvm {

namespace {

constexpr uint64_t kMaxDelays = 30;  // of a target in a run
constexpr std::chrono::milliseconds kFirstDelay{50};
constexpr uint64_t kMaxDoublings = 5;

// "a/b/C.java" is the file of "src/main/java/a/b/C.java", and the other way round.
bool is_same_file(std::string_view a, std::string_view b) {
  if (a.size() > b.size()) std::swap(a, b);
  return !a.empty() && b.ends_with(a) && (a.size() == b.size() || b[b.size() - a.size() - 1] == '/');
}

}  // namespace

Confirmer::Confirmer(const ConfirmOptions& options)
    : delay_(kFirstDelay * (1 << std::min(options.seed - 1, kMaxDoublings))) {
  for (const ConfirmTarget& target : options.targets) {
    Target& made = targets_.emplace_back();
    made.what = target;
    // Odd seeds delay from the first arrival on; even ones let some go.
    if (options.seed % 2 == 0) made.skipped = hash_combine(options.seed, targets_.size()) % options.seed;
  }
}

uint16_t Confirmer::watch(std::string_view path, uint32_t line, std::string_view member) {
  std::vector<WatchedPlace> found;
  for (size_t t = 0; t < targets_.size(); ++t) {
    const ConfirmTarget& target = targets_[t].what;
    if (!target.is_deadlock && !member.empty() && !target.variable.empty() && member != target.variable)
      continue;
    for (size_t p = 0; p < target.places.size(); ++p) {
      const ConfirmPlace& place = target.places[p];
      if (place.line == line && is_same_file(place.path, path)) found.push_back({t, p});
    }
  }
  if (found.empty()) return 0;
  const std::lock_guard lock(mutex_);
  if (watched_.size() == UINT16_MAX) return 0;
  watched_.push_back(std::move(found));
  return static_cast<uint16_t>(watched_.size());
}

bool Confirmer::delays(Target& target) {
  if (target.reached <= target.skipped || target.delayed >= kMaxDelays) return false;
  ++target.delayed;
  return true;
}

void Confirmer::wait(Target& target, Waiter& self, std::unique_lock<std::mutex>& lock) {
  target.waiting.push_back(&self);
  changed_.wait_for(lock, delay_, [&] { return self.goes_on; });
  std::erase(target.waiting, &self);
}

bool Confirmer::conflicts(const Target& target, const Waiter& waiter, size_t place,
                          const Arrival& arrival) const {
  if (waiter.thread == arrival.thread) return false;
  // One of the two is the access that the finding is about.
  const auto& places = target.what.places;
  if (places[waiter.place].role == places[place].role && places.size() > 1) return false;
  return waiter.index == arrival.index &&
         arrival.env->IsSameObject(waiter.object, arrival.object) == JNI_TRUE;
}

void Confirmer::access(const Arrival& arrival) {
  std::unique_lock lock(mutex_);
  // A copy: more sites may come meanwhile.
  const std::vector<WatchedPlace> places = watched_[arrival.watched - 1u];
  for (const WatchedPlace& at : places) {
    Target& target = targets_[at.target];
    if (!target.what.is_deadlock) meet_access(target, at.place, arrival, lock);
  }
}

void Confirmer::meet_access(Target& target, size_t place, const Arrival& arrival,
                            std::unique_lock<std::mutex>& lock) {
  ++target.reached;
  if (!target.schedule.empty()) return;
  for (Waiter* waiter : target.waiting) {
    if (!conflicts(target, *waiter, place, arrival)) continue;
    if (!waiter->writes && !arrival.writes) return;  // its write comes next
    target.schedule =
        fmt::format("{} stopped at its {}; {} came to its {}", waiter->text,
                    waiter->writes ? "write" : "read", arrival.place, arrival.writes ? "write" : "read");
    waiter->goes_on = true;
    changed_.notify_all();
    return;
  }
  if (!delays(target)) return;
  Waiter self;
  self.thread = arrival.thread;
  self.place = place;
  self.text = arrival.place;
  self.object = arrival.object == nullptr ? nullptr : arrival.env->NewGlobalRef(arrival.object);
  self.index = arrival.index;
  self.writes = arrival.writes;
  wait(target, self, lock);
  if (self.object != nullptr) arrival.env->DeleteGlobalRef(self.object);
}

void Confirmer::lock(const Arrival& arrival, dyn::EventKind kind, const dyn::ShadowLock& lock) {
  const bool acquired = kind == dyn::EventKind::acquire;
  const PlaceRole role = acquired ? PlaceRole::acquire : PlaceRole::request;
  if (!acquired && arrival.thread->held.empty()) return;
  std::unique_lock guard(mutex_);
  const std::vector<WatchedPlace> places = watched_[arrival.watched - 1u];
  for (const WatchedPlace& at : places) {
    Target& target = targets_[at.target];
    if (!target.what.is_deadlock || target.what.places[at.place].role != role) continue;
    Waiter self;
    self.thread = arrival.thread;
    self.place = at.place;
    self.lock = &lock;
    self.acquired = acquired;
    meet_lock(target, self, guard);
    break;  // places at one line are one
  }
}

// Whether with this thread all of them are there: each waits for a lock that another one holds, or has the
// lock that another one will wait for.
bool Confirmer::closes_cycle(const Target& target, const Waiter& self) {
  std::vector<const Waiter*> all{&self};
  for (const Waiter* waiter : target.waiting) {
    const bool is_new = std::none_of(all.begin(), all.end(), [&](const Waiter* other) {
      return other->thread == waiter->thread || (self.acquired && other->lock == waiter->lock);
    });
    if (is_new && waiter->acquired == self.acquired) all.push_back(waiter);
  }
  if (all.size() < target.what.parties()) return false;
  const auto is_held = [&](const Waiter* waiter) {
    return std::any_of(all.begin(), all.end(), [&](const Waiter* other) {
      const auto& held = other->thread->held;
      return other != waiter &&
             std::any_of(held.begin(), held.end(), [&](const auto& h) { return h.lock == waiter->lock; });
    });
  };
  return self.acquired || std::all_of(all.begin(), all.end(), is_held);
}

void Confirmer::meet_lock(Target& target, Waiter& self, std::unique_lock<std::mutex>& lock) {
  ++target.reached;
  if (closes_cycle(target, self)) {
    for (Waiter* waiter : target.waiting) waiter->goes_on = true;
    changed_.notify_all();
  } else if (delays(target)) {
    wait(target, self, lock);
  }
}

std::vector<std::string> Confirmer::results() {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> lines;
  for (size_t i = 0; i < targets_.size(); ++i) {
    const Target& target = targets_[i];
    lines.push_back(
        fmt::format("confirm\t{}\t{}\t{}\t{}", i, target.reached, target.delayed, target.schedule));
  }
  return lines;
}

}  // namespace dh::jvm
