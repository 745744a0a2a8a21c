// The values of one function as symbolic values, and those of its callees in its terms.
#pragma once

#include <deque>

#include "erlang/search/walk_inputs.h"

namespace dh::erlang {

class SymbolicValues {
 public:
  explicit SymbolicValues(const WalkInputs& in) : in_(in), syms_(in.f.values.size()) {}

  SymId of(ValueId v, int depth = 0);
  // What a call gives, where an operation of the model says more of it than its name.
  void set(ValueId v, SymId value) { syms_[v.index()] = value; }

  // A callee's value in terms of this function.
  SymId import(SymId s, std::span<const SymId> arguments, bool other_process = false);
  // `recursion`: the callee is this function or calls it.
  Datum import(const Datum& d, std::span<const SymId> arguments, bool recursion, bool other_process = false);
  // A value as callers see it.
  SymId exported(SymId s);
  Datum exported(const Datum& d) { return {d.state, exported(d.table), exported(d.key)}; }

  // The call that gave a fun: what the fun has captured is known by the arguments of that call.
  const Target* find_maker(const Call& c, const Target& target, ValueId fun);
  // Until the end of the block, captured values are those of another maker, or of none.
  class WithMaker {
   public:
    WithMaker(SymbolicValues& values, const Target* maker)
        : values_(values), before_(std::exchange(values.maker_, maker)) {}
    ~WithMaker() { values_.maker_ = before_; }
    WithMaker(const WithMaker&) = delete;
    WithMaker& operator=(const WithMaker&) = delete;

   private:
    SymbolicValues& values_;
    const Target* before_;
  };

  // What each element of a list is; invalid where that is not known.
  SymId element_of(SymId list) const;
  // The same by the list's name where nothing else is known.
  SymId some_element(SymId list);
  // The elements of a list that is written down, if there are not too many.
  std::vector<ValueId> written_elements(ValueId list) const;

  // All that a value can be, where that is little; null where it is not known.
  const std::vector<SymId>* alternatives(SymId value) const;
  void note_alternatives(SymId value, std::vector<SymId> alternatives);
  // How often that was told of any value.
  uint32_t alternatives_version() const { return alternatives_version_; }

 private:
  SymId computed(SymKind kind, uint32_t operation, ValueId v, std::span<const ValueId> operands, int depth);
  SymId answer(ValueId v, int depth);
  SymId given_by(ValueId call, SymId result, int depth);
  SymId list_given(ValueId call, SymId result, int depth);
  SymId of_maker(ValueId value, int depth);
  std::vector<SymId> arguments_of(const Target& target, int depth);

  const WalkInputs& in_;
  std::vector<SymId> syms_;  // by value; invalid: not asked for yet
  const Target* maker_ = nullptr;
  FlatMap<SymId, uint32_t> alternatives_;
  std::deque<std::vector<SymId>> alternative_lists_;  // stay where they are
  uint32_t alternatives_version_ = 0;
};

// The part that a path of SymTable::root leads to, from its end; invalid where there is none.
SymId part_at(SymTable& syms, SymId value, std::span<const uint32_t> path);

// Whether it is a parameter, something that a fun captured, or an element of one: what callers know.
bool is_by_parameter(const SymTable& syms, SymId value);

}  // namespace dh::erlang
