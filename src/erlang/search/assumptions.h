// What the scope makes known of values: which are equal, which are not, and which domain each is in.
#pragma once

#include "erlang/search/scope.h"
#include "erlang/search/symbolic_values.h"

namespace dh::erlang {

class Assumptions {
 public:
  Assumptions(const WalkInputs& in, const Scope& scope, SymbolicValues& values)
      : in_(in), scope_(scope), values_(values) {}

  // The value that stands for all that are equal to it here.
  SymId canonical(SymId s);
  Datum canonical(const Datum& d) { return {d.state, canonical(d.table), canonical(d.key)}; }
  SymId canonical(ValueId v) { return canonical(values_.of(v)); }
  Same compare(SymId a, SymId b);
  Same compare(const Datum& a, const Datum& b);
  Same compare_tables(SymId a, SymId b);
  // Domains of values, each value once.
  const std::vector<Condition>& known() {
    make_equations();
    return known_;
  }
  // Another number each time something else is known.
  uint32_t version() {
    make_equations();
    return scope_version_;
  }
  // Appends what a value can be here: itself, or what is left of its alternatives.
  void possible_values(SymId value, std::vector<SymId>& values);

 private:
  void make_equations();
  void add_fact(const Scope::Fact& fact);
  void note_domain(SymId value, DomainId domain);
  bool is_part_of_looked_up(ValueId v);
  bool are_unequal(SymId a, SymId b);
  void drop_outdated();
  SymId replace(SymId s, int depth);
  SymId only_alternative(SymId value);
  bool fits(SymId alternative, SymId value);
  bool surely_takes(const CoreClause& clause, SymId alternative, SymId value);

  const WalkInputs& in_;
  const Scope& scope_;
  SymbolicValues& values_;
  uint32_t scope_version_ = 0;         // for which the equations are made
  uint32_t alternatives_version_ = 0;  // for which canonical_ is
  std::vector<std::pair<SymId, SymId>> equal_, unequal_;
  std::vector<Condition> known_;
  FlatMap<SymId, SymId> canonical_;
};

}  // namespace dh::erlang
