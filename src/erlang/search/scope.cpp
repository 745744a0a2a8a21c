#include "erlang/search/scope.h"

#include <algorithm>

#include "erlang/search/found_nothing.h"
#include "erlang/search/pending_reads.h"

namespace dh::erlang {
namespace {

// Of the clauses before, so many are known not to have been taken: a domain does not hold more constants.
constexpr size_t kMaxTests = 32;

}  // namespace

void Scope::restore(const Mark& mark, bool keep_names) {
  facts_.resize(mark.facts);
  passed_.resize(mark.passed);
  if (!keep_names) names_.resize(mark.names);
  ++version_;
}

Scope::Part Scope::since(const Mark& mark) const {
  return {{facts_.begin() + static_cast<ptrdiff_t>(mark.facts), facts_.end()},
          {passed_.begin() + static_cast<ptrdiff_t>(mark.passed), passed_.end()}};
}

void Scope::add(const Part& part) {
  facts_.insert(facts_.end(), part.facts.begin(), part.facts.end());
  passed_.insert(passed_.end(), part.passed.begin(), part.passed.end());
  ++version_;
}

void Scope::add_fact(uint32_t refinement, bool holds) {
  facts_.push_back({refinement, holds});
  ++version_;
}

void Scope::pass(uint32_t clause, bool remember_head, const Mark& first) {
  const CoreClause& c = in_.f.clauses[clause];
  for (uint32_t t = 0; t < c.tests.count; ++t) facts_.push_back({c.tests.first + t, false});
  if (c.head.count > 0 && remember_head) passed_.push_back(clause);
  if (facts_.size() - first.facts > 2 * kMaxTests) {
    auto oldest = facts_.begin() + static_cast<ptrdiff_t>(first.facts);
    facts_.erase(oldest, oldest + static_cast<ptrdiff_t>(kMaxTests));
  }
  ++version_;
}

void Scope::bind(std::vector<std::pair<SymId, SymId>> members) {
  bound_ = std::move(members);
  ++version_;
}

bool Scope::is_not_self(ValueId answer) const {
  return std::any_of(facts_.begin(), facts_.end(), [&](const Fact& fact) {
    const Refinement& r = in_.f.refinements[fact.refinement];
    return r.equal != fact.holds && r.right.valid() &&
           ((r.left == answer && in_.is_self(r.right)) || (r.right == answer && in_.is_self(r.left)));
  });
}

bool Scope::holds_name() const {
  return std::any_of(facts_.begin(), facts_.end(), [&](const Fact& fact) {
    const Refinement& r = in_.f.refinements[fact.refinement];
    return r.equal == fact.holds &&
           ((in_.is_self(r.left) && is_holder(r.right)) || (is_holder(r.left) && in_.is_self(r.right)));
  });
}

// The value is what a lookup of a name gave, here or in the function that is called for it.
bool Scope::is_holder(ValueId v) const {
  if (!v.valid() || in_.f.value(v).kind != ValueKind::call) return false;
  auto of_registry = [&](uint32_t state) { return in_.model.states[state].rule == Rule::erlang_registry; };
  const Call& c = in_.f.calls[in_.f.value(v).index];
  if (c.kind != CallKind::named) return false;
  if (auto it = in_.model.operations.find(c.callee); it != in_.model.operations.end()) {
    return std::any_of(it->second.begin(), it->second.end(), [&](const OperationModel& op) {
      return op.effect == Effect::read && of_registry(op.state);
    });
  }
  const std::vector<Target>& targets = in_.targets_of(in_.f.value(v).index);
  if (targets.size() != 1) return false;
  const std::vector<ReadSummary>& reads = in_.summary_of(targets[0].function).reads;
  return std::any_of(reads.begin(), reads.end(), [&](const ReadSummary& read) {
    return read.to_result && !read.chain.valid() && !read.site.is_group() && of_registry(read.location.state);
  });
}

bool Scope::found_nothing(const PendingRead& o) const {
  if (o.site.is_group()) return false;
  const Call& call = in_.f.calls[o.call];
  bool own = o.site == Site{in_.id, o.call};
  // The helper that reads, and no other one.
  if (!own && (in_.chains.length(o.chain) != 1 || call.kind != CallKind::named)) return false;
  ConstantId given = own ? ConstantId() : result_for_nothing(in_.core, o.site.function, o.site.call);
  auto says_so = [&](ValueId v) {
    if (own) return is_answer_for_nothing(in_.core, in_.f, call, v);
    return given.valid() && v.valid() && in_.f.value(v).kind == ValueKind::constant &&
           in_.core.constant(in_.f.module, in_.f.value(v).index) == given;
  };
  return std::any_of(facts_.begin(), facts_.end(), [&](const Fact& fact) {
    const Refinement& r = in_.f.refinements[fact.refinement];
    return r.equal == fact.holds && r.right.valid() &&
           ((r.left == call.result && says_so(r.right)) || (r.right == call.result && says_so(r.left)));
  });
}

}  // namespace dh::erlang
