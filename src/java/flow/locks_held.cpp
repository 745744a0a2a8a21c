#include "java/flow/locks_held.h"

#include <algorithm>

namespace dh::java {

bool HeldState::owns(VarId var) const {
  return std::binary_search(owned.begin(), owned.end(), var);
}

bool HeldState::join(const HeldState& other) {
  // "If the variable is true, the lock is held" also holds where the lock is held, or the variable is false.
  auto implied = [](const HeldState& state, const Pending& p) {
    if (std::find(state.pending.begin(), state.pending.end(), p) != state.pending.end()) return true;
    bool is_false = std::binary_search(state.known_false.begin(), state.known_false.end(), p.var);
    if (is_false && !p.when_false) return true;
    const Held* held = state.locks.find(p.monitor);
    return held != nullptr && held->mode() >= p.mode;
  };
  std::vector<Pending> gained;
  {
    for (const Pending& p : other.pending) {
      if (std::find(pending.begin(), pending.end(), p) == pending.end() && implied(*this, p))
        gained.push_back(p);
    }
  }
  auto keep = [&](const Pending& p) { return implied(other, p); };
  auto lost = std::remove_if(pending.begin(), pending.end(), [&](const Pending& p) { return !keep(p); });
  bool changed = lost != pending.end() || !gained.empty();
  pending.erase(lost, pending.end());
  pending.insert(pending.end(), gained.begin(), gained.end());
  if (locks.meet(other.locks)) changed = true;
  auto unsure = std::remove_if(known_false.begin(), known_false.end(), [&](VarId v) {
    return !std::binary_search(other.known_false.begin(), other.known_false.end(), v);
  });
  changed = changed || unsure != known_false.end();
  known_false.erase(unsure, known_false.end());
  auto gone = std::remove_if(owned.begin(), owned.end(), [&](VarId v) { return !other.owns(v); });
  changed = changed || gone != owned.end();
  owned.erase(gone, owned.end());
  if (other.escaped > escaped) {
    escaped = other.escaped;
    changed = true;
  }
  return changed;
}

namespace {

void forget(HeldState& state, VarId var) {
  std::erase_if(state.pending, [&](const Pending& p) { return p.var == var; });
  std::erase(state.owned, var);
  std::erase(state.known_false, var);
}

void pend(HeldState& state, const Op& op, bool convert, bool when_false) {
  forget(state, VarId(op.a));
  state.pending.push_back({VarId(op.a), MonitorId(op.b), op.mode, convert, when_false});
}

void copy(HeldState& state, VarId to, VarId from) {
  std::vector<Pending> same;
  for (const Pending& p : state.pending) {
    if (p.var != from) continue;
    same.push_back(p);
    same.back().var = to;
  }
  bool is_false = std::binary_search(state.known_false.begin(), state.known_false.end(), from);
  forget(state, to);
  state.pending.insert(state.pending.end(), same.begin(), same.end());
  if (is_false)
    state.known_false.insert(std::upper_bound(state.known_false.begin(), state.known_false.end(), to), to);
}

// The pending entry stays: the variable may be tested again after the paths join.
void assume(HeldState& state, VarId var, bool is_true) {
  for (const Pending& p : state.pending) {
    if (p.var != var || p.when_false == is_true) continue;
    const Held* held = state.locks.find(p.monitor);
    if (held != nullptr && held->mode() >= p.mode) continue;
    if (p.convert) {
      state.locks.convert(p.monitor, p.mode);
    } else {
      state.locks.acquire(p.monitor, p.mode);
    }
  }
}

void released(HeldState& state, MonitorId monitor) {
  std::erase_if(state.pending, [&](const Pending& p) { return p.monitor == monitor; });
}

// Only the optimistic hold ends; a real lock taken meanwhile stays.
void end_optimistic(HeldState& state, MonitorId monitor) {
  const Held* held = state.locks.find(monitor);
  if (held != nullptr && held->mode() == LockMode::optimistic) state.locks.drop(monitor);
}

void apply_effect(HeldState& state, const LockEffect& effect) {
  for (VarId var : effect.published) std::erase(state.owned, var);
  for (const LockEffect::Change& change : effect.changes) {
    if (change.asserted && state.locks.find(change.monitor) != nullptr) continue;
    if (change.acquired) {
      state.locks.acquire(change.monitor, change.mode);
    } else {
      state.locks.release_strongest(change.monitor);
      released(state, change.monitor);
    }
  }
}

void transfer(HeldState& state, const Op& op, const CallEffects& effects) {
  MonitorId monitor(op.a);
  VarId var(op.a);
  switch (op.kind) {
    case OpKind::access:
    case OpKind::run:
    case OpKind::run_param:
    case OpKind::mark:
      break;
    case OpKind::call:
      if (const LockEffect* effect = effects(CallId(op.a))) apply_effect(state, *effect);
      break;
    case OpKind::acquire:
      state.locks.acquire(monitor, op.mode);
      break;
    case OpKind::release:
      state.locks.release(monitor, op.mode);
      released(state, monitor);
      break;
    case OpKind::release_strongest:
      state.locks.release_strongest(monitor);
      released(state, monitor);
      break;
    case OpKind::hold:
      if (state.locks.find(monitor) == nullptr) state.locks.acquire(monitor, op.mode);
      break;
    case OpKind::convert:
      state.locks.convert(monitor, op.mode);
      break;
    case OpKind::drop:
      end_optimistic(state, monitor);
      break;
    case OpKind::pend:
      pend(state, op, false, false);
      break;
    case OpKind::pend_not:
      pend(state, op, false, true);
      break;
    case OpKind::pend_convert:
      pend(state, op, true, false);
      break;
    case OpKind::assume:
      assume(state, var, true);
      break;
    case OpKind::assume_not:
      assume(state, var, false);
      break;
    case OpKind::assign:
      forget(state, var);
      break;
    case OpKind::set_false:
      forget(state, var);
      state.known_false.insert(std::upper_bound(state.known_false.begin(), state.known_false.end(), var),
                               var);
      break;
    case OpKind::set_true:
      forget(state, var);
      for (const Held& held : state.locks)
        state.pending.push_back({var, held.monitor, held.mode(), false, false});
      break;
    case OpKind::copy:
      copy(state, var, VarId(op.b));
      break;
    case OpKind::own:
      forget(state, var);
      state.owned.insert(std::upper_bound(state.owned.begin(), state.owned.end(), var), var);
      break;
    case OpKind::publish:
      std::erase(state.owned, var);
      break;
    case OpKind::escape:
      state.escaped = std::max(state.escaped, static_cast<Escaped>(op.a));
      break;
  }
}

class Solver {
 public:
  Solver(const Flow& flow, const CallEffects& effects) : flow_(flow), effects_(effects) {
    states_.at_entry.resize(flow.blocks.size());
    queued_.resize(flow.blocks.size(), false);
  }

  FlowStates run(const HeldState& entry) {
    flow_into(BlockId(0), entry);
    // Blocks are numbered roughly in source order, so the smallest first means few visits.
    while (!heap_.empty()) {
      std::pop_heap(heap_.begin(), heap_.end(), std::greater<>());
      uint32_t block = heap_.back();
      heap_.pop_back();
      queued_[block] = false;
      visit(BlockId(block));
    }
    std::sort(states_.released_unheld.begin(), states_.released_unheld.end());
    auto last = std::unique(states_.released_unheld.begin(), states_.released_unheld.end());
    states_.released_unheld.erase(last, states_.released_unheld.end());
    return std::move(states_);
  }

 private:
  void flow_into(BlockId block, const HeldState& from) {
    const std::vector<uint32_t>& unvalidated = flow_.blocks[block].unvalidated;
    if (unvalidated.empty()) return merge_into(block, from);
    HeldState state = from;
    for (uint32_t monitor : unvalidated) end_optimistic(state, MonitorId(monitor));
    merge_into(block, state);
  }

  void merge_into(BlockId block, const HeldState& state) {
    std::optional<HeldState>& in = states_.at_entry[block.index()];
    if (!in.has_value()) {
      in = state;
    } else if (!in->join(state)) {
      return;
    }
    if (queued_[block.index()]) return;
    queued_[block.index()] = true;
    heap_.push_back(block.value);
    std::push_heap(heap_.begin(), heap_.end(), std::greater<>());
  }

  void visit(BlockId id) {
    const FlowBlock& block = flow_.blocks[id];
    HeldState state = *states_.at_entry[id.index()];
    for (uint32_t i = 0; i < block.op_count; ++i) {
      const Op& op = flow_.ops[block.first_op + i];
      bool releases = op.kind == OpKind::release || op.kind == OpKind::release_strongest;
      if (releases && state.locks.find(MonitorId(op.a)) == nullptr) {
        states_.released_unheld.push_back(MonitorId(op.a));
      }
      // unlock() that throws did not hold the lock; all else throws before it has an effect.
      if (op.throws && !releases && block.handler.valid()) flow_into(block.handler, state);
      transfer(state, op, effects_);
      if (releases && block.handler.valid()) flow_into(block.handler, state);
    }
    for (BlockId next : block.next) flow_into(next, state);
  }

  const Flow& flow_;
  const CallEffects& effects_;
  FlowStates states_;
  std::vector<uint32_t> heap_;
  std::vector<bool> queued_;
};

}  // namespace

FlowStates solve(const Flow& flow, const HeldState& entry, const CallEffects& effects) {
  return Solver(flow, effects).run(entry);
}

void for_each_op(const Flow& flow, const FlowStates& states, const CallEffects& effects,
                 const std::function<void(const Op&, const HeldState&)>& visit) {
  for (size_t b = 0; b < states.at_entry.size(); ++b) {
    if (!states.at_entry[b].has_value()) continue;
    HeldState state = *states.at_entry[b];
    const FlowBlock& block = flow.blocks[BlockId(static_cast<uint32_t>(b))];
    for (uint32_t i = 0; i < block.op_count; ++i) {
      const Op& op = flow.ops[block.first_op + i];
      visit(op, state);
      transfer(state, op, effects);
    }
  }
}

}  // namespace dh::java
