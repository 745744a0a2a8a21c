// SmallIR in memory: a whole program of a dynamic language as plain data.
//
// The contract between front ends (which build modules), the text form (print.h, read.h), and the analyses
// (src/whole_program), in short; docs/smallir.md has the long form:
//
// - Everything is a value in one of the stores of Module and is named by a typed id. A finished module is
//   never changed again and may be read by many threads.
// - A Function is a method, a block, a workspace script or load-time code. Its instructions are one straight
//   line: there are no branches. Control structures are sends that get blocks (`ifTrue:`, `whileTrue:` ...);
//   instructions with Instruction::kInlined mark those whose blocks certainly run in place, if they run.
// - A Value is an operand: the result of an earlier instruction of the same function, `self`, a literal, a
//   class, `thisContext`, or nothing. Reading and writing variables is explicit (Op::read, Op::write), so
//   each instruction of these two kinds is one access with its own place.
// - A Variable belongs to the function that declares it (its true scope: each activation has its own), to a
//   class (fields, class variables) or to the program (globals). A block reaches the temporaries, arguments
//   and `self` of its enclosing functions by reference.
// - Sends name selectors only; the analysis determines the callees. lookup() is the rule of
//   inheritance, traits included.
// - The class side is a class of its own (the metaclass), tied to its class by Class::other_side. Fields of a
//   metaclass are class-instance variables.
// - Classes that are only mentioned (library classes without source) exist with `defined` false.
// - The order of all stores is a function of the input alone, never of the number of threads.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "base/id.h"
#include "base/interner.h"
#include "source/place.h"

namespace dh::smallir {

struct FileId : Id<FileId> {
  using Id::Id;
};
struct ClassId : Id<ClassId> {
  using Id::Id;
};
struct FunctionId : Id<FunctionId> {
  using Id::Id;
};
struct VariableId : Id<VariableId> {
  using Id::Id;
};
struct LiteralId : Id<LiteralId> {
  using Id::Id;
};

// Where something is in the file of its function or class. Counts like dh::Place: from 1, the end exclusive;
// line 0 is unknown. Columns stop at kLastColumn.
struct Range {
  static constexpr uint32_t kLastColumn = 65535;
  uint32_t line = 0;
  uint32_t end_line = 0;
  uint16_t column = 0;
  uint16_t end_column = 0;

  bool known() const { return line != 0; }
  friend auto operator<=>(const Range&, const Range&) = default;
};

// A half-open range of indexes into one of the module's pools.
struct PoolRange {
  uint32_t first = 0;
  uint32_t count = 0;
};

// Which library a class is written for: models differ by it, and so does what `new` does.
enum class Dialect : uint8_t {
#define DH_DIALECT(id, name, title, new_sends_initialize) id,
#include "smallir/dialects.def"
#undef DH_DIALECT
};

struct Class {
  Symbol name;        // without namespace; a metaclass has the name of its class
  Symbol name_space;  // "Core", "Smalltalk.Foo"; invalid when the source gives none
  Symbol package;     // invalid when unknown
  Symbol category;
  ClassId superclass;  // invalid: a root (nil), or unknown when !defined. Never cyclic.
  ClassId other_side;  // the metaclass of a class, the class of a metaclass; always valid
  bool is_meta = false;
  bool is_trait = false;
  bool defined = false;  // a definition was read; else known by name only
  bool indexed = false;  // has numbered elements of its own (variableSubclass:)
  Dialect dialect{};
  // Whether the library's `new` sends `initialize` to the new object, for this class.
  bool new_sends_initialize = false;
  FileId file;  // of the definition; invalid unless defined
  Range place;
  PoolRange fields;  // own instance variables (class-instance variables of a metaclass), in Module::variables
  PoolRange class_variables;  // own, in Module::variables; on the instance side only
  PoolRange traits;           // in Module::trait_uses
  PoolRange methods;          // own, in Module::method_lists: sorted by selector (Symbol value)
};

// One trait in a class's composition. Rules say which methods are left out or get further names.
struct TraitRule {
  Symbol selector;
  Symbol alias;  // valid: also known by this name; invalid: excluded
};
struct TraitUse {
  ClassId trait;    // on the side of the user: the trait's metaclass for a metaclass
  PoolRange rules;  // in Module::trait_rules
};

enum class VariableKind : uint8_t {
  argument,        // of a method or block, in Function::variables before the temporaries
  temporary,       // of a method, block or script
  field,           // instance variable; class-instance variable when the owner is a metaclass
  class_variable,  // shared by a class, its subclasses and all their instances
  global,          // of the program, a namespace or a pool
};

struct Variable {
  Symbol name;
  VariableKind kind{};
  bool captured = false;    // argument, temporary: a block inside the declaring function uses it
  bool assigned = false;    // there is an Op::write to it somewhere (or an initialiser)
  bool undeclared = false;  // field, global: no declaration was read
  FunctionId function;      // owner of arguments and temporaries
  ClassId class_id;         // owner of fields and class variables
  Symbol name_space;        // of globals; invalid when unknown
  FileId file;              // of the declaration; invalid when there is none
  Range place;
};

enum class FunctionKind : uint8_t {
  method,
  block,
  main,       // a workspace script: an entry point
  load_time,  // runs once when the code is loaded: do-its, initialisers; before everything else
};

struct Function {
  FunctionKind kind{};
  bool is_primitive = false;  // the body is only what happens when the primitive fails
  bool leaves_home = false;   // block: it or a block inside it has a non-local return
  bool uses_self = false;     // itself or through a block inside it
  // Method: its selector. Main and load-time code: a name that is unique in the module ("main", "main.2",
  // "load.1"). Block: invalid.
  Symbol name;
  ClassId class_id;   // of the home method; invalid for scripts without a class
  FunctionId parent;  // block: the function whose text it is in
  FunctionId home;    // the method, main or load-time function it belongs to; itself when it is not a block
  Symbol protocol;    // method category ("private - locking"); invalid when unknown
  Symbol package;     // of the method, which may extend a class of another package; invalid when unknown
  FileId file;
  Range place;             // of the whole body
  uint32_t arguments = 0;  // so many: the first ones of `variables`
  PoolRange variables;     // declared here: arguments, then temporaries; in Module::variables
  PoolRange captures;  // of enclosing functions and used here or further inside; in Module::variable_lists
  PoolRange instructions;  // in Module::instructions; the last one is a return
  PoolRange pragmas;       // in Module::pragmas
};

// A method's blocks follow it directly in Module::functions, in the order of their opening brackets.

class Value {
 public:
  enum class Kind : uint8_t { none, result, self, literal, class_ref, context };

  constexpr Value() = default;
  // Of the instruction of that number, counted from the first of the function.
  static constexpr Value result(uint32_t instruction) { return Value(Kind::result, instruction); }
  static constexpr Value self() { return Value(Kind::self, 0); }
  static constexpr Value context() { return Value(Kind::context, 0); }
  static constexpr Value of(LiteralId id) { return Value(Kind::literal, id.value); }
  static constexpr Value of(ClassId id) { return Value(Kind::class_ref, id.value); }

  constexpr Kind kind() const { return static_cast<Kind>(bits_ >> kIndexBits); }
  constexpr uint32_t index() const { return bits_ & kIndexMask; }
  constexpr bool valid() const { return kind() != Kind::none; }
  constexpr LiteralId literal() const { return LiteralId(index()); }
  constexpr ClassId class_id() const { return ClassId(index()); }
  constexpr uint32_t bits() const { return bits_; }

  friend constexpr bool operator==(Value, Value) = default;

  static constexpr uint32_t kIndexBits = 29;
  static constexpr uint32_t kIndexMask = (uint32_t{1} << kIndexBits) - 1;

 private:
  constexpr Value(Kind kind, uint32_t index)
      : bits_(static_cast<uint32_t>(kind) << kIndexBits | (index & kIndexMask)) {}
  uint32_t bits_ = 0;
};

enum class Op : uint8_t {
#define DH_SMALLIR_OP(id, name, meaning) id,
#include "smallir/ops.def"
#undef DH_SMALLIR_OP
};

struct Instruction {
  Op op{};
  uint8_t flags = 0;
  uint32_t target = 0;  // by op (ops.def): a Symbol, VariableId, FunctionId or ClassId
  PoolRange operands;   // in Module::operands; the receiver of a send first
  Range place;

  // Send of a control selector with literal blocks where the compiler wants them: they run in place, in this
  // thread, before the send answers, if they run.
  static constexpr uint8_t kInlined = 1;
  // Not the first message of a cascade (all of a cascade have the same receiver operand).
  static constexpr uint8_t kCascaded = 2;

  bool inlined() const { return (flags & kInlined) != 0; }
  Symbol selector() const { return Symbol(target); }
  VariableId variable() const { return VariableId(target); }
  FunctionId function() const { return FunctionId(target); }
  ClassId class_id() const { return ClassId(target); }
};

enum class LiteralKind : uint8_t {
  nil,
  true_value,
  false_value,
  integer,    // text in decimal, of any size
  number,     // float, scaled decimal: text as in the source
  character,  // text: the character in UTF-8
  string,
  symbol,
  array,    // elements
  bytes,    // elements are integers
  binding,  // #{Foo}: text is the dotted name
  opaque,   // value computed by the compiler, ##( ... ): text is the source
};

// Immutable literals are stored once per module. Strings, arrays and byte arrays are stored once per
// occurrence, for each is an object of its own: their LiteralId is their allocation site.
struct Literal {
  LiteralKind kind{};
  Symbol text;         // invalid for nil, true, false, array, bytes
  PoolRange elements;  // in Module::literal_lists
};

struct Pragma {
  Symbol selector;
  PoolRange arguments;  // in Module::literal_lists
};

struct Module {
  Interner names;                    // every name, selector and text
  Store<FileId, std::string> files;  // paths, sorted
  std::vector<bool> library_files;   // by FileId: read for what it defines, never reported; may be shorter
  Store<ClassId, Class> classes;     // each class is directly followed by its metaclass
  Store<VariableId, Variable> variables;
  Store<FunctionId, Function> functions;
  Store<LiteralId, Literal> literals;

  // Pools that PoolRanges point into.
  std::vector<Instruction> instructions;
  std::vector<Value> operands;
  std::vector<VariableId> variable_lists;
  std::vector<FunctionId> method_lists;
  std::vector<LiteralId> literal_lists;
  std::vector<TraitUse> trait_uses;
  std::vector<TraitRule> trait_rules;
  std::vector<Pragma> pragmas;

  bool in_library(FileId file) const {
    return file.valid() && file.index() < library_files.size() && library_files[file.index()];
  }

  std::string_view text(Symbol symbol) const {
    return symbol.valid() ? names.text(symbol) : std::string_view();
  }

  std::span<const Instruction> body(const Function& function) const {
    return std::span(instructions).subspan(function.instructions.first, function.instructions.count);
  }
  std::span<const Value> operands_of(const Instruction& instruction) const {
    return std::span(operands).subspan(instruction.operands.first, instruction.operands.count);
  }
  // The n-th variable a function declares: arguments first.
  VariableId declared(const Function& function, uint32_t n) const {
    DH_CHECK(n < function.variables.count, "variable {} of {}", n, function.variables.count);
    return VariableId(function.variables.first + n);
  }
  std::span<const VariableId> captures_of(const Function& function) const {
    return std::span(variable_lists).subspan(function.captures.first, function.captures.count);
  }
  std::span<const FunctionId> methods_of(const Class& klass) const {
    return std::span(method_lists).subspan(klass.methods.first, klass.methods.count);
  }
  std::span<const TraitUse> traits_of(const Class& klass) const {
    return std::span(trait_uses).subspan(klass.traits.first, klass.traits.count);
  }
  std::span<const TraitRule> rules_of(const TraitUse& use) const {
    return std::span(trait_rules).subspan(use.rules.first, use.rules.count);
  }
  std::span<const LiteralId> elements_of(const Literal& literal) const {
    return std::span(literal_lists).subspan(literal.elements.first, literal.elements.count);
  }
  std::span<const Pragma> pragmas_of(const Function& function) const {
    return std::span(pragmas).subspan(function.pragmas.first, function.pragmas.count);
  }
  std::span<const LiteralId> arguments_of(const Pragma& pragma) const {
    return std::span(literal_lists).subspan(pragma.arguments.first, pragma.arguments.count);
  }
};

// For builders: fills in Class::methods and Module::method_lists from the functions that are methods.
void list_methods(Module& module, std::vector<FunctionId> methods);

// The class of that name (namespace-qualified or not; "Foo class" for a metaclass), or invalid. Linear in the
// number of classes: for set-up, not for hot paths.
ClassId find_class(const Module& module, std::string_view name);

// The method a class itself (or a trait it uses) has for a selector, or invalid. Logarithmic.
FunctionId own_method(const Module& module, ClassId class_id, Symbol selector);

// The method that runs when an object of this class gets the message: own, else of its traits, else of its
// superclasses; invalid when none is known. A super send begins at Class::superclass of the home's class.
FunctionId lookup(const Module& module, ClassId class_id, Symbol selector);

// "Foo>>bar:", "Foo class>>new", "main", "[] in Foo>>bar:", "[] in [] in main".
std::string function_title(const Module& module, FunctionId function);
// "Foo", "Foo class", "Core.Foo".
std::string class_title(const Module& module, ClassId class_id);
// "Foo.x" for a field or class variable, "x" for the rest.
std::string variable_title(const Module& module, VariableId variable);

Place place_in(const Module& module, FileId file, Range range);
Place place_of(const Module& module, const Function& function, const Instruction& instruction);

std::string_view dialect_name(Dialect dialect);
std::optional<Dialect> dialect_by_name(std::string_view name);
bool dialect_new_sends_initialize(Dialect dialect);
std::string_view op_name(Op op);

}  // namespace dh::smallir
