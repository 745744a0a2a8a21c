// The locations that a call of an operation of the model works on, and what it gives and writes.
#pragma once

#include "erlang/search/assumptions.h"

namespace dh::erlang {

class Operations {
 public:
  Operations(const WalkInputs& in, SymbolicValues& values, Assumptions& assumed)
      : in_(in), values_(values), assumed_(assumed) {}

  // Usually one, several for a list of objects.
  std::vector<Location> locations_of(const Call& c, const OperationModel& op);
  // What is written besides the key: the other elements of the object and the other arguments, as a tuple.
  SymId value_of(const Call& c, const OperationModel& op, const Location& location);
  // A lookup gives objects whose key is known.
  void note_objects(const Call& c, const OperationModel& op, const Location& location);
  // Removes an object only while it is as the pattern says, to the last element.
  bool names_contents(const Call& c, const OperationModel& op);

 private:
  bool gives_objects(const Call& c, const OperationModel& op);
  uint32_t keypos_of(SymId table);
  SymId local_name(SymId term);
  SymId pattern_key(SymId pattern, uint32_t position);
  bool makes_unnamed_table(const Call& c) const;
  void object_keys(ValueId object, uint32_t position, SymId table, uint32_t state,
                   std::vector<Location>& out);

  const WalkInputs& in_;
  SymbolicValues& values_;
  Assumptions& assumed_;
};

}  // namespace dh::erlang
