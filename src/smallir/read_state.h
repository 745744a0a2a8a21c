// The reader's internals, shared by read.cpp (metadata), read_functions.cpp (code) and read_bare.cpp (what
// text without metadata leaves to be guessed).
#pragma once

#include <string>
#include <vector>

#include "base/hash.h"
#include "smallir/ll_text.h"
#include "smallir/module.h"
#include "source/diagnostic.h"
#include "source/source_file.h"

namespace dh::smallir {

class Reader {
 public:
  Reader(const SourceFile& file, Diagnostics& diagnostics)
      : file_(file), diagnostics_(diagnostics), ll_(ll_split(file.text())) {}
  Module read();

 private:
  // What a local value of a function stands for.
  struct Local {
    enum class Kind : uint8_t { value, variable } kind = Kind::value;
    Value value;  // the value itself, or the object of a field
    VariableId variable;
  };
  struct Call {
    std::string callee;
    std::vector<std::vector<LlToken>> arguments;
    std::string result;  // name of the local, empty when there is none
  };

  void read_classes();
  void read_globals();
  void read_literals();
  void name_symbols();
  void cut_cycles();
  PoolRange variables(int64_t node, VariableKind kind, ClassId owner);
  PoolRange traits(int64_t node);
  ClassId add_class(Symbol name, Symbol name_space);

  void read_functions();
  bool read_header(const LlFunction& source, FunctionId id);
  bool describe(const std::vector<LlItem>& items, Function& function, const LlLine& line);
  void describe_by_name(const std::string& name, Function& function, size_t parameters);
  bool read_body(const LlFunction& source, FunctionId id);
  bool read_line(const LlLine& line, FunctionId id);
  bool read_call(const Call& call, const LlLine& line, FunctionId id, Range range, uint8_t flags);
  bool model_call(std::string_view model, const Call& call, const LlLine& line, FunctionId id, Range range,
                  uint8_t flags);
  bool block_call(const Call& call, const LlLine& line, FunctionId id, Range range);
  bool bind_parameters(FunctionId id, const LlLine& line);
  void finish_functions();
  void empty_body(FunctionId id);
  bool operand(const std::vector<LlToken>& argument, const LlLine& line, Range range, Value& value);
  bool variable_operand(const std::vector<LlToken>& argument, const LlLine& line, Local& local);
  Value emit(Op op, uint32_t target, const std::vector<Value>& operands, Range range, uint8_t flags = 0);
  Range place_of_line(const std::vector<LlToken>& tokens, uint8_t& flags) const;

  // read_bare.cpp
  void order_bare_functions();
  ClassId bare_class(std::string_view name);
  ClassId class_around(FunctionId id) const;
  void declare_bare_fields();
  std::string field_symbol(ClassId owner, std::string_view name) const;
  VariableId bare_field(FunctionId id, std::string_view name) const;
  bool bare_constant(const std::vector<LlToken>& argument, Value& value);
  FunctionId bare_block(const std::string& symbol) const;

  void fail(const LlLine& line, std::string message);
  std::vector<LlItem> tuple(int64_t number) const;
  std::vector<int64_t> named_list(std::string_view name) const;
  static Range range_at(const std::vector<LlItem>& items, size_t first);
  void place(int64_t node, FileId& file, Range& range) const;
  ClassId class_at(int64_t index) const {
    return index >= 0 && index < static_cast<int64_t>(module_.classes.size())
               ? ClassId(static_cast<uint32_t>(index))
               : ClassId();
  }
  Symbol intern(std::string_view text) { return text.empty() ? Symbol() : module_.names.intern(text); }

  const SourceFile& file_;
  Diagnostics& diagnostics_;
  LlFile ll_;
  Module module_;
  bool bare_ = false;  // no function has metadata: names alone describe them, as in what SmallRace prints
  size_t errors_ = 0;
  StringMap<ClassId> classes_;       // by symbol
  StringMap<VariableId> shared_;     // fields, class variables, globals by symbol
  StringMap<FunctionId> functions_;  // by symbol
  std::vector<std::string> function_names_;
  std::vector<uint32_t> parameter_counts_;  // besides self
  std::vector<std::vector<VariableId>>
      captured_;               // by function, from the blockParam calls; bare: also fields
  std::vector<uint8_t> made_;  // blocks that some blockParam call makes

  // Of the function that is being read.
  StringMap<Local> locals_;
  std::vector<Instruction> code_;
  bool ended_ = false;
};

}  // namespace dh::smallir
