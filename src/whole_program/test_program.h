// Builds small modules for tests, without a front end.
#pragma once

#include <string>
#include <vector>

#include "smallir/module.h"

namespace dh::whole {

class TestProgram {
 public:
  smallir::Module module;

  TestProgram() { module.files.add("test.st"); }

  // A class and its metaclass.
  smallir::ClassId add_class(const std::string& name, smallir::ClassId superclass, uint32_t fields,
                             bool defined) {
    smallir::Class made;
    made.name = module.names.intern(name);
    made.superclass = superclass;
    made.defined = defined;
    made.other_side = smallir::ClassId(static_cast<uint32_t>(module.classes.size()) + 1);
    made.fields = {static_cast<uint32_t>(module.variables.size()), fields};
    smallir::ClassId id = module.classes.add(made);
    smallir::Class meta;
    meta.name = made.name;
    meta.is_meta = true;
    meta.defined = defined;
    meta.other_side = id;
    if (superclass.valid()) meta.superclass = module.classes[superclass].other_side;
    module.classes.add(meta);
    for (uint32_t i = 0; i < fields; ++i) {
      smallir::Variable field;
      field.name = module.names.intern(name + "f" + std::to_string(i));
      field.kind = smallir::VariableKind::field;
      field.assigned = true;
      field.class_id = id;
      module.variables.add(field);
    }
    return id;
  }

  smallir::FunctionId add_function(smallir::FunctionKind kind, const std::string& name,
                                   smallir::ClassId class_id, smallir::FunctionId parent, uint32_t arguments,
                                   uint32_t temporaries) {
    smallir::Function made;
    made.kind = kind;
    made.class_id = class_id;
    made.parent = parent;
    smallir::FunctionId id = module.functions.next_id();
    made.home = parent.valid() ? module.functions[parent].home : id;
    if (!name.empty()) made.name = module.names.intern(name);
    made.file = smallir::FileId(0);
    made.arguments = arguments;
    made.variables = {static_cast<uint32_t>(module.variables.size()), arguments + temporaries};
    for (uint32_t i = 0; i < arguments + temporaries; ++i) {
      smallir::Variable local;
      local.name = module.names.intern("t" + std::to_string(module.variables.size()));
      local.kind = i < arguments ? smallir::VariableKind::argument : smallir::VariableKind::temporary;
      local.captured = local.assigned = true;
      local.function = id;
      module.variables.add(local);
    }
    module.functions.add(made);
    code_.emplace_back();
    return id;
  }

  // Each instruction has a line of its own.
  smallir::Value emit(smallir::FunctionId function, smallir::Op op, uint32_t target,
                      const std::vector<smallir::Value>& operands) {
    smallir::Instruction made;
    made.op = op;
    made.target = target;
    made.operands = {static_cast<uint32_t>(module.operands.size()), static_cast<uint32_t>(operands.size())};
    module.operands.insert(module.operands.end(), operands.begin(), operands.end());
    made.place = {++line_, line_, 1, 2};
    code_[function.index()].push_back(made);
    return smallir::Value::result(static_cast<uint32_t>(code_[function.index()].size() - 1));
  }
  smallir::Value send(smallir::FunctionId function, const std::string& selector,
                      const std::vector<smallir::Value>& operands) {
    return emit(function, smallir::Op::send, module.names.intern(selector).value, operands);
  }
  uint32_t line() const { return line_; }

  void finish() {
    std::vector<smallir::FunctionId> methods;
    for (uint32_t f = 0; f < module.functions.size(); ++f) {
      smallir::Function& function = module.functions[smallir::FunctionId(f)];
      function.instructions = {static_cast<uint32_t>(module.instructions.size()),
                               static_cast<uint32_t>(code_[f].size())};
      module.instructions.insert(module.instructions.end(), code_[f].begin(), code_[f].end());
      if (function.kind == smallir::FunctionKind::method) methods.push_back(smallir::FunctionId(f));
    }
    smallir::list_methods(module, methods);
  }

 private:
  std::vector<std::vector<smallir::Instruction>> code_;
  uint32_t line_ = 0;
};

}  // namespace dh::whole
