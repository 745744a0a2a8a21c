// What the clauses around the current place say: tests that hold or failed, clauses that were not taken, and
// the names that values have in them.
#pragma once

#include "erlang/search/walk_inputs.h"

namespace dh::erlang {

struct PendingRead;

class Scope {
 public:
  struct Fact {
    uint32_t refinement = 0;  // of the function
    bool holds = true;
  };
  struct Mark {
    size_t facts = 0, passed = 0, names = 0;
  };
  // What holds only after a mark.
  struct Part {
    std::vector<Fact> facts;
    std::vector<uint32_t> passed;
  };

  explicit Scope(const WalkInputs& in) : in_(in) {}

  const std::vector<Fact>& facts() const { return facts_; }
  // Clauses that were tried before the current ones and not taken.
  const std::vector<uint32_t>& passed() const { return passed_; }
  SymTable::LocalNames names() const { return names_; }
  // Variables of a comprehension, in the current round.
  const std::vector<std::pair<SymId, SymId>>& bound() const { return bound_; }
  // Another number each time something has changed.
  uint32_t version() const { return version_; }

  Mark mark() const { return {facts_.size(), passed_.size(), names_.size()}; }
  // Forgets all that came after a mark; names stay where `keep_names` says so.
  void restore(const Mark& mark, bool keep_names = false);
  Part since(const Mark& mark) const;
  void add(const Part& part);
  void add_fact(uint32_t refinement, bool holds);
  void add_name(SymId value, Symbol name) { names_.push_back({value, name}); }
  // The next clauses are tried only when this one was not taken. `first`: where the facts of its branch
  // begin; of very many clauses only the last ones are remembered.
  void pass(uint32_t clause, bool remember_head, const Mark& first);
  void bind(std::vector<std::pair<SymId, SymId>> members);

  // Only the process that holds a name gets here: inside `whereis(Name) =:= self()`.
  bool holds_name() const;
  // In the clause for an answer that says: there is nothing.
  bool found_nothing(const PendingRead& read) const;
  // In the clause for `Answer =/= self()`.
  bool is_not_self(ValueId answer) const;

 private:
  bool is_holder(ValueId v) const;

  const WalkInputs& in_;
  std::vector<Fact> facts_;
  std::vector<uint32_t> passed_;
  std::vector<std::pair<SymId, Symbol>> names_;
  std::vector<std::pair<SymId, SymId>> bound_;
  uint32_t version_ = 1;
};

}  // namespace dh::erlang
