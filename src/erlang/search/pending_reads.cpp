#include "erlang/search/pending_reads.h"

#include "erlang/search/symbolic_values.h"

namespace dh::erlang {
namespace {

constexpr uint32_t kMaxReadsOfLocation = 64;  // of a function or one of its clauses, one by one

}  // namespace

// Reads whose bits are no longer distinguished are merged where there are many of the same location.
void PendingReads::merge_many(PendingRead& read) {
  Site first = in_.groups.first(read.site);
  const FunctionKey& callee = in_.core.function(first.function).calls[first.call].callee;
  GroupKey key{GroupKind::reads_of_clause,
               callee,
               in_.id.value,
               static_cast<uint32_t>(first_of_clause_),
               read.contextual,
               read.location};
  if (++reads_of_location_[key] <= kMaxReadsOfLocation) return;
  if (reads_.size() - first_of_clause_ < ReadSet::kSize - 1) return;
  Site group = in_.groups.group(key);
  in_.groups.add(group, read.site, read.chain);
  read.site = group;
  read.chain = ChainId();
  read.call = UINT32_MAX;
  read.merged = true;
}

uint32_t PendingReads::add(uint32_t call, PendingRead& read, PathState& s, Taint& result) {
  if (in_.locations.reach(read.location) == Reach::owner) return kNone;
  read.call = call;
  auto known = index_.find(key_of(read));
  if (known == index_.end()) {
    if (read.site != Site{in_.id, call}) read.chain = in_.chains.link({in_.id, call}, read.chain);
    if (!read.absent) merge_many(read);
    if (read.merged) known = index_.find(key_of(read));
  }
  uint32_t which = kNone;
  if (known == index_.end()) {
    which = static_cast<uint32_t>(reads_.size());
    index_.emplace(key_of(read), which);
    read.bit = ReadSet::single(which - first_of_clause_);
    reads_.push_back(std::move(read));
  } else {
    which = known->second;
    join_conditions(reads_[which].conditions, read.conditions, in_.domains);
    reads_[which].guards &= read.guards;
  }
  reads_[which].failures_before = failures_ + 1;  // with the call that reads it
  result.reads |= reads_[which].bit;
  s.add_pending(which);
  return which;
}

uint32_t PendingReads::add_absent(uint32_t found, Outcome answer, uint32_t depth, PathState& s) {
  uint32_t which = static_cast<uint32_t>(reads_.size());
  PendingRead read = reads_[found];
  read.absent = true;
  read.open = depth;
  read.outcomes.clear();
  read.outcomes.push_back(std::move(answer));
  read.without.clear();
  read.found = found;
  reads_[found].without.push_back(which);
  reads_.push_back(std::move(read));
  s.pending.push_back(which);
  return which;
}

uint32_t PendingReads::find_found(const PendingRead& absent) const {
  Key key = key_of(absent);
  std::get<4>(key) = false;
  auto it = index_.find(key);
  return it == index_.end() ? kNone : it->second;
}

ReadSet PendingReads::lookups_of(ValueId v) const {
  ReadSet lookups;
  if (in_.f.value(v).kind != ValueKind::call) return lookups;
  for (const PendingRead& read : reads_) {
    if (read.site == Site{in_.id, in_.f.value(v).index} && !in_.state_of(read.location).absent.empty())
      lookups |= read.bit;
  }
  return lookups;
}

void PendingReads::forget_locals(size_t first) {
  for (size_t i = first; i < reads_.size(); ++i) {
    std::erase_if(reads_[i].conditions,
                  [&](const Condition& c) { return !is_by_parameter(in_.syms, c.value); });
  }
}

}  // namespace dh::erlang
