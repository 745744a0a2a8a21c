#include "tools/predict/interpreter.h"

#include <algorithm>

namespace dh::dyn {

namespace {

constexpr LogId kFinished = UINT32_MAX;

uint64_t cell_of(const LoggedEvent& event) {
  return static_cast<uint64_t>(event_target(event_kind(event.op()))) << 32 | event.target;
}

bool reads(LogOp op) {
  return op == LogOp::read || op == LogOp::volatile_read || op == LogOp::volatile_update;
}
bool writes(LogOp op) {
  return op == LogOp::write || op == LogOp::volatile_write || op == LogOp::volatile_update;
}
bool sends(LogOp op) {
  return op == LogOp::publish || op == LogOp::take || op == LogOp::class_init || op == LogOp::barrier_enter ||
         op == LogOp::notify;
}
bool receives(LogOp op) {
  return op == LogOp::receive || op == LogOp::take || op == LogOp::class_use || op == LogOp::barrier_leave;
}

}  // namespace

Interpreter::Interpreter(const EventLog& log) : log_(log) {
  successor_.assign(log.size(), kFinished);
  started_by_.assign(log.threads(), kNoEvent);
  last_of_thread_.assign(log.threads(), kNoEvent);
  base_.next.assign(log.threads(), kFinished);
  for (LogId id = 0; id < log.size(); ++id) note(id);
  writes_so_far_ = {};
  waiting_so_far_ = {};
  for (; at_ < log.carried(); ++at_) perform(base_, at_);
}

void Interpreter::note(LogId id) {
  const LoggedEvent& event = log_[id];
  LogId& last = last_of_thread_[event.thread];
  (last == kNoEvent ? base_.next[event.thread] : successor_[last]) = id;
  last = id;
  const LogOp op = event.op();
  const uint64_t cell = cell_of(event);
  if (reads(op)) {
    if (const auto write = writes_so_far_.find(cell); write != writes_so_far_.end())
      sees_[id] = write->second;
  }
  if (writes(op)) writes_so_far_[cell] = id;
  if (sends(op)) sent_[cell].push_back(id);
  if (op == LogOp::start && event.target < started_by_.size()) started_by_[event.target] = id;
  if (event.waiting) {
    const uint64_t waiter = uint64_t{event.thread} << 32 | event.target;
    if (op == LogOp::release) waiting_so_far_[waiter] = id;
    if (op == LogOp::acquire && waiting_so_far_.contains(waiter)) waits_since_[id] = waiting_so_far_[waiter];
  }
}

LogId Interpreter::last_write(uint64_t cell) const {
  if (const auto it = attempt_.last.find(cell); it != attempt_.last.end()) return it->second;
  const auto it = base_.last.find(cell);
  return it == base_.last.end() ? kNoEvent : it->second;
}

const Interpreter::Holders& Interpreter::holders(uint32_t lock) const {
  static const Holders kNobody;
  if (const auto it = attempt_.holders.find(lock); it != attempt_.holders.end()) return it->second;
  const auto it = base_.holders.find(lock);
  return it == base_.holders.end() ? kNobody : it->second;
}

Interpreter::Holders& Interpreter::change_holders(State& state, uint32_t lock) {
  if (&state == &base_) return base_.holders[lock];
  const auto [it, is_new] = attempt_.holders.try_emplace(lock);
  if (is_new) {
    if (const auto below = base_.holders.find(lock); below != base_.holders.end()) it->second = below->second;
  }
  return it->second;
}

bool Interpreter::has_begun(uint32_t thread) const {
  return started_by_[thread] == kNoEvent || is_done(started_by_[thread]);
}

bool Interpreter::is_free(const LoggedEvent& event) const {
  for (const Holder& holder : holders(event.target)) {
    if (holder.thread != event.thread && !(holder.shared && event.shared)) return false;
  }
  return true;
}

bool Interpreter::all_done(const std::vector<LogId>& events, LogId from, LogId to) const {
  const auto first = std::lower_bound(events.begin(), events.end(), from);
  const auto last = std::lower_bound(first, events.end(), to);
  return std::all_of(first, last, [&](LogId id) { return is_done(id); });
}

std::string Interpreter::obstacle(LogId id) const {
  const LoggedEvent& event = log_[id];
  if (attempt_.next[event.thread] != id) return "the thread does something else first";
  if (!has_begun(event.thread)) return "the thread has not been started";
  const LogOp op = event.op();
  if (reads(op)) {
    const auto seen = sees_.find(id);
    const LogId last = last_write(cell_of(event));
    if (last != (seen == sees_.end() ? kNoEvent : seen->second)) return "the read sees another write";
  }
  if (op == LogOp::join && event.target < attempt_.next.size() && attempt_.next[event.target] < id)
    return "the joined thread is still running";
  if (op == LogOp::acquire && !is_free(event)) return "another thread holds the lock";
  if (receives(op)) {
    const auto sent = sent_.find(cell_of(event));
    if (sent != sent_.end() && !all_done(sent->second, 0, id)) return "what is received has not been sent";
  }
  if (op == LogOp::acquire && event.waiting) {
    const auto since = waits_since_.find(id);
    const auto sent = sent_.find(cell_of(event));
    if (since != waits_since_.end() && sent != sent_.end() && !all_done(sent->second, since->second, id))
      return "the thread has not been notified";
  }
  return {};
}

void Interpreter::perform(State& state, LogId id) {
  const LoggedEvent& event = log_[id];
  state.next[event.thread] = successor_[id];
  const LogOp op = event.op();
  if (writes(op)) state.last[cell_of(event)] = id;
  if (op == LogOp::acquire) change_holders(state, event.target).push_back({event.thread, event.shared != 0});
  if (op == LogOp::release) {
    Holders& holders = change_holders(state, event.target);
    const auto mine = std::find_if(holders.begin(), holders.end(), [&](const Holder& h) {
      return h.thread == event.thread && h.shared == (event.shared != 0);
    });
    if (mine != holders.end()) holders.erase(mine);
  }
}

std::string Interpreter::check_claim(const std::vector<LogId>& next, Claim claim) const {
  for (size_t i = 0; i < next.size(); ++i) {
    const LoggedEvent& event = log_[next[i]];
    if (attempt_.next[event.thread] != next[i] || !has_begun(event.thread))
      return "an event is not next at the end";
    if (claim == Claim::both_next) continue;
    const uint32_t other = log_[next[(i + 1) % next.size()]].thread;
    const Holders& by = holders(event.target);
    const bool waits = std::any_of(by.begin(), by.end(), [&](const Holder& h) {
      return h.thread == other && other != event.thread && !(h.shared && event.shared);
    });
    if (!waits) return "a thread does not wait for the next one";
  }
  return {};
}

std::string Interpreter::replay(const Witness& witness, const std::vector<LogId>& next, Claim claim) {
  for (; at_ < witness.from; ++at_) perform(base_, at_);
  attempt_.next = base_.next;
  attempt_.last.clear();
  attempt_.holders.clear();
  events_run_ += witness.order.size();
  for (const LogId id : witness.order) {
    std::string wrong = obstacle(id);
    if (!wrong.empty()) return wrong;
    perform(attempt_, id);
  }
  return check_claim(next, claim);
}

}  // namespace dh::dyn
