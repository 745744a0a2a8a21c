// Names in the text form of SmallIR.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "smallir/module.h"

namespace dh::smallir {

// Bytes that cannot appear in a quoted name or string of LLVM as \XX.
std::string escape_llvm(std::string_view text);
// @"st.call.foo:", without quotes where LLVM needs none.
std::string quote_symbol(std::string_view prefix, std::string_view name);
// A selector of operator characters only.
bool is_operator(std::string_view selector);
std::string_view literal_kind_name(LiteralKind kind);

// Symbols of a module's classes, variables and functions: readable, and unique.
class TextNames {
 public:
  explicit TextNames(const Module& module);

  const std::string& class_symbol(ClassId id) const { return classes_[id.index()]; }
  const std::string& variable_symbol(VariableId id) const { return variables_[id.index()]; }
  const std::string& function_symbol(FunctionId id) const { return functions_[id.index()]; }

 private:
  std::vector<std::string> classes_;
  std::vector<std::string> variables_;  // empty for arguments and temporaries
  std::vector<std::string> functions_;
};

}  // namespace dh::smallir
