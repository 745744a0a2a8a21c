// Which clauses of a function lead to each of its calls.
#pragma once

#include <utility>
#include <vector>

#include "erlang/core/core.h"

namespace dh::erlang {

class ClausesOfCalls {
 public:
  // (branch, clause), the outermost first. Attempts are numbered after the branches.
  using Path = std::vector<std::pair<uint32_t, uint32_t>>;

  explicit ClausesOfCalls(const CoreFunction& f)
      : f_(f), of_(f.calls.size()), directly_in_(f.clauses.size()) {
    add(f.body);
  }

  const Path& of(uint32_t call) const { return of_[call]; }
  // A path leads from one to the other.
  bool can_follow(uint32_t first, uint32_t second) const;
  // The same call, with the same arguments, is in every clause of the outermost choice that leads to `later`
  // and not to `earlier`: it happens whatever that choice depends on.
  bool happens_anyway(uint32_t earlier, uint32_t later) const;

 private:
  void add(Range statements);
  void add_clauses(uint32_t branch, Range clauses);
  bool is_same_call(const Call& a, const Call& b) const;

  const CoreFunction& f_;
  std::vector<Path> of_;
  std::vector<std::vector<uint32_t>> directly_in_;  // by clause: calls that no clause inside of it leads to
  Path around_;
};

}  // namespace dh::erlang
