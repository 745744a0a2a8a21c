// Lowered code of some methods, before it becomes part of the module.
#pragma once

#include <vector>

#include "smallir/module.h"
#include "smalltalk/image.h"

namespace dh::smalltalk {

// Ids in a unit: functions, literals, variables of functions, and symbols count within the unit. Classes and
// their variables are those of the environment, marked for variables. Names that the environment does not
// know are numbered per unit.
struct Unit {
  static constexpr uint32_t kSharedVariable = uint32_t{1} << 31;  // | id in the environment
  static constexpr uint32_t kUndeclared = uint32_t{3} << 30;      // | index into undeclared
  static constexpr uint32_t kLibraryClass = uint32_t{1} << 28;    // | index into library_classes (ClassId)

  // A method or script: its function, followed by its blocks.
  struct Root {
    uint32_t first_function = 0;
    uint32_t functions = 0;
    uint32_t first_variable = 0;
    uint32_t variables = 0;
    smallir::FileId file;
    Span span;             // in the file, for messages
    bool removes = false;  // a function without code: removes the earlier definition of its name
  };

  // A name without a declaration. owner: the class without source whose instance variable it must be;
  // invalid: a global.
  struct Undeclared {
    Symbol name;
    smallir::ClassId owner;
  };

  Interner names;
  std::vector<Root> roots;
  std::vector<smallir::Function> functions;
  std::vector<smallir::Variable> variables;
  std::vector<smallir::Instruction> instructions;
  std::vector<smallir::Value> operands;
  std::vector<smallir::VariableId> captures;
  std::vector<smallir::Literal> literals;
  std::vector<smallir::LiteralId> literal_lists;
  std::vector<smallir::Pragma> pragmas;
  std::vector<Undeclared> undeclared;   // variables
  std::vector<Symbol> library_classes;  // may be dotted
  Diagnostics diagnostics;
  uint64_t methods = 0;         // read
  uint64_t failed_methods = 0;  // that did not parse
};

}  // namespace dh::smalltalk
