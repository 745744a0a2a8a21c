#include "erlang/search/absent_reads.h"

#include <algorithm>
#include <utility>

namespace dh::erlang {

void AbsentReads::leave(const Refinement& r, PathState& s) {
  if (s.pending.empty() || !r.equal || !r.right.valid()) return;
  ValueId answer = in_.f.value(r.left).kind == ValueKind::call ? r.left : r.right;
  ValueId constant = answer == r.left ? r.right : r.left;
  if (in_.f.value(answer).kind != ValueKind::call || in_.f.value(constant).kind != ValueKind::constant)
    return;
  const Constant& c = in_.core.constant(in_.core.constant(in_.f.module, in_.f.value(constant).index));
  if (c.kind != ConstantKind::atom) return;
  std::vector<uint32_t> left;
  std::erase_if(s.pending, [&](uint32_t which) {
    const PendingRead& o = reads_[which];
    const std::vector<Symbol>& absent = in_.state_of(o.datum).absent;
    bool leaves = !o.absent && o.site == Site{in_.id, in_.f.value(answer).index} &&
                  std::find(absent.begin(), absent.end(), c.text) != absent.end();
    if (leaves) left.push_back(which);
    return leaves;
  });
  if (r.raises) return;
  for (uint32_t which : left) {
    absent_.push_back(reads_.add_absent(which, {answer, {}, {values_.of(constant)}}, depth_, s));
    open_.push_back(absent_.back());
  }
}

uint32_t AbsentReads::bring(uint32_t call, PendingRead& read, PathState& s) {
  uint32_t found = reads_.find_found(read);
  if (found == PendingReads::kNone) return found;
  size_t known = reads_.size();
  Taint ignored;
  uint32_t which = reads_.add(call, read, s, ignored);
  if (which == PendingReads::kNone) return which;
  reads_[which].bit = reads_[found].bit;
  reads_[which].found = found;
  if (reads_.size() > known) {
    absent_.push_back(which);
    reads_[found].without.push_back(which);
  }
  return which;
}

bool AbsentReads::possible_without(const PendingRead& o, const Condition& c) {
  SymId root = in_.syms.root(c.value);
  bool made = in_.syms[root].kind == SymKind::computed || in_.syms[root].kind == SymKind::applied;
  if (made) return !taints_.depends(root, o.bit);
  if (in_.syms[root].kind != SymKind::local) return true;
  NodeId node(in_.syms[root].index);
  if (!in_.core.owns(in_.id, node)) return true;
  ValueId v = in_.core.value_of(in_.id, node);
  if (!taints_.of(v).reads.meets(o.bit)) return true;
  std::vector<SymId> results;
  return outcomes_.results_of(o, v, results) && outcomes_.possible(o, c);
}

bool AbsentReads::possible_without(const PendingRead& o) {
  std::vector<Condition> known = assumed_.known();
  return std::all_of(known.begin(), known.end(), [&](const Condition& c) { return possible_without(o, c); });
}

AbsentReads::Clause AbsentReads::begin_clause(const Taint& deciders, bool exact, PathState& s) {
  Clause clause;
  ++depth_;
  clause.ended_before = std::exchange(ended_, ReadSet());
  if (absent_.empty()) return clause;
  std::erase_if(s.pending, [&](uint32_t which) {
    PendingRead& o = reads_[which];
    if (!o.absent || !deciders.reads.meets(o.bit)) return false;
    if (!possible_without(o)) return true;
    clause.chosen.push_back(which);
    if (o.open == 0) {
      o.open = depth_;
      open_.push_back(which);
    }
    return !exact;
  });
  return clause;
}

void AbsentReads::end_clause(const Clause& clause, PathState& s, Checks& checks) {
  if (!absent_.empty()) {
    std::erase_if(s.pending,
                  [&](uint32_t which) { return reads_[which].absent && !possible_without(reads_[which]); });
  }
  std::vector<uint32_t>& checked = checks.checked;
  std::erase_if(open_, [&](uint32_t which) {
    if (reads_[which].open != depth_) return reads_[which].open == 0;
    reads_[which].open = 0;
    if (s.dead) checked.push_back(which);
    return true;
  });
  if (s.dead) {
    checked.insert(checked.end(), clause.chosen.begin(), clause.chosen.end());
    // In the clause for "there is nothing", in one mode of several.
    checked.insert(checked.end(), open_.begin(), open_.end());
    for (uint32_t which : open_) checks.ended |= reads_[which].bit;
  } else {
    checks.ended |= ended_;
  }
  ended_ = clause.ended_before;
  --depth_;
}

void AbsentReads::end_branch(Checks& checks, PathState& out) {
  for (uint32_t& which : checks.checked) which = reads_[which].found;
  sort_unique(checks.checked);
  std::erase_if(out.pending, [&](uint32_t which) {
    return reads_[which].absent &&
           std::binary_search(checks.checked.begin(), checks.checked.end(), reads_[which].found);
  });
}

void AbsentReads::note_ended(const Checks& checks, Taint& control) {
  control.reads |= checks.ended;
  ended_ |= checks.ended;
}

void AbsentReads::test(const Refinement& r, PathState& s) {
  leave(r, s);
  if (absent_.empty()) return;
  std::erase_if(s.pending, [&](uint32_t which) {
    PendingRead& o = reads_[which];
    if (!o.absent || possible_without(o)) return false;
    if (o.open == depth_) o.open = 0;
    return true;
  });
}

void AbsentReads::forget(PathState& s) {
  if (absent_.empty()) return;
  std::erase_if(s.pending, [&](uint32_t which) { return reads_[which].open > 0; });
}

bool AbsentReads::is_unchecked(const PendingRead& read, const std::vector<Condition>& conditions,
                               const PathState& s) {
  return std::any_of(read.without.begin(), read.without.end(), [&](uint32_t which) {
    if (!s.is_pending(which)) return false;
    const PendingRead& without = reads_[which];
    if (!conditions_.possible_now(without.conditions) ||
        conditions_.contradict(without.conditions, conditions))
      return false;
    return possible_without(without) &&
           std::all_of(conditions.begin(), conditions.end(), [&](const Condition& c) {
             return possible_without(without, {assumed_.canonical(c.value), c.domain});
           });
  });
}

}  // namespace dh::erlang
