#include "smallir/module.h"

#include <algorithm>
#include <tuple>
#include <vector>

namespace dh::smallir {

namespace {

// The method a class itself lists; not those of its traits.
FunctionId listed_method(const Module& module, const Class& klass, Symbol selector) {
  std::span<const FunctionId> methods = module.methods_of(klass);
  auto it = std::lower_bound(methods.begin(), methods.end(), selector, [&](FunctionId id, Symbol wanted) {
    return module.functions[id].name < wanted;
  });
  if (it == methods.end() || module.functions[*it].name != selector) return {};
  return *it;
}

FunctionId method_of_traits(const Module& module, const Class& klass, Symbol selector, int depth) {
  constexpr int kDeepestComposition = 32;  // traits may use traits; real code stays below 5
  if (depth > kDeepestComposition) return {};
  for (const TraitUse& use : module.traits_of(klass)) {
    if (!use.trait.valid()) continue;
    const Class& trait = module.classes[use.trait];
    Symbol wanted = selector;
    bool excluded = false;
    for (const TraitRule& rule : module.rules_of(use)) {
      if (rule.alias.valid() && rule.alias == selector) wanted = rule.selector;
      if (!rule.alias.valid() && rule.selector == selector) excluded = true;
    }
    if (excluded && wanted == selector) continue;
    FunctionId found = listed_method(module, trait, wanted);
    if (!found.valid()) found = method_of_traits(module, trait, wanted, depth + 1);
    if (found.valid()) return found;
  }
  return {};
}

}  // namespace

void list_methods(Module& module, std::vector<FunctionId> methods) {
  std::sort(methods.begin(), methods.end(), [&](FunctionId a, FunctionId b) {
    const Function& left = module.functions[a];
    const Function& right = module.functions[b];
    return std::tie(left.class_id, left.name) < std::tie(right.class_id, right.name);
  });
  for (Class& klass : module.classes) klass.methods = {};
  for (uint32_t i = 0; i < methods.size(); ++i) {
    Class& klass = module.classes[module.functions[methods[i]].class_id];
    if (klass.methods.count == 0) klass.methods.first = i;
    ++klass.methods.count;
  }
  module.method_lists = std::move(methods);
}

ClassId find_class(const Module& module, std::string_view name) {
  bool meta = name.ends_with(" class");
  if (meta) name.remove_suffix(6);
  size_t dot = name.rfind('.');
  Symbol simple = module.names.find(dot == std::string_view::npos ? name : name.substr(dot + 1));
  if (!simple.valid()) return {};
  std::string_view name_space = dot == std::string_view::npos ? std::string_view() : name.substr(0, dot);
  for (uint32_t i = 0; i < module.classes.size(); ++i) {
    const Class& klass = module.classes[ClassId(i)];
    if (klass.name != simple || klass.is_meta != meta) continue;
    if (dot == std::string_view::npos || module.text(klass.name_space) == name_space) return ClassId(i);
  }
  return {};
}

FunctionId own_method(const Module& module, ClassId class_id, Symbol selector) {
  const Class& klass = module.classes[class_id];
  FunctionId found = listed_method(module, klass, selector);
  return found.valid() ? found : method_of_traits(module, klass, selector, 0);
}

FunctionId lookup(const Module& module, ClassId class_id, Symbol selector) {
  for (ClassId at = class_id; at.valid(); at = module.classes[at].superclass) {
    FunctionId found = own_method(module, at, selector);
    if (found.valid()) return found;
  }
  return {};
}

std::string class_title(const Module& module, ClassId class_id) {
  const Class& klass = module.classes[class_id];
  std::string title;
  if (klass.name_space.valid()) title = std::string(module.text(klass.name_space)) + ".";
  title += module.text(klass.name);
  if (klass.is_meta) title += " class";
  return title;
}

std::string function_title(const Module& module, FunctionId id) {
  std::string title;
  const Function* function = &module.functions[id];
  while (function->kind == FunctionKind::block) {
    title += "[] in ";
    function = &module.functions[function->parent];
  }
  if (function->kind == FunctionKind::method) title += class_title(module, function->class_id) + ">>";
  title += module.text(function->name);
  return title;
}

std::string variable_title(const Module& module, VariableId id) {
  const Variable& variable = module.variables[id];
  std::string name(module.text(variable.name));
  return variable.class_id.valid() ? class_title(module, variable.class_id) + "." + name : name;
}

Place place_in(const Module& module, FileId file, Range range) {
  if (!file.valid()) return {};
  return Place{module.files[file], range.line, range.column, range.end_line, range.end_column};
}

Place place_of(const Module& module, const Function& function, const Instruction& instruction) {
  return place_in(module, function.file, instruction.place);
}

std::string_view dialect_name(Dialect dialect) {
  switch (dialect) {
#define DH_DIALECT(id, name, title, new_sends_initialize) \
  case Dialect::id:                                       \
    return name;
#include "smallir/dialects.def"
#undef DH_DIALECT
  }
  return {};
}

std::optional<Dialect> dialect_by_name(std::string_view name) {
#define DH_DIALECT(id, text, title, new_sends_initialize) \
  if (name == text) return Dialect::id;
#include "smallir/dialects.def"
#undef DH_DIALECT
  return std::nullopt;
}

bool dialect_new_sends_initialize(Dialect dialect) {
  switch (dialect) {
#define DH_DIALECT(id, name, title, new_sends_initialize) \
  case Dialect::id:                                       \
    return new_sends_initialize;
#include "smallir/dialects.def"
#undef DH_DIALECT
  }
  return false;
}

std::string_view op_name(Op op) {
  switch (op) {
#define DH_SMALLIR_OP(id, name, meaning) \
  case Op::id:                           \
    return name;
#include "smallir/ops.def"
#undef DH_SMALLIR_OP
  }
  return {};
}

}  // namespace dh::smallir
