#include "smalltalk/link.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

namespace dh::smalltalk {

using smallir::Class;
using smallir::Function;
using smallir::FunctionId;
using smallir::FunctionKind;
using smallir::Instruction;
using smallir::Literal;
using smallir::LiteralId;
using smallir::Module;
using smallir::Op;
using smallir::PoolRange;
using smallir::Value;
using smallir::Variable;
using smallir::VariableKind;

namespace {

struct RootRef {
  uint32_t unit = 0;
  uint32_t root = 0;
  ClassId class_id;
  Symbol selector;  // of the module
};

class Linker {
 public:
  Linker(Environment environment, const std::vector<FileImage>& images, std::vector<Unit> units,
         Diagnostics& diagnostics)
      : environment_(std::move(environment)),
        module_(environment_.module),
        images_(images),
        units_(std::move(units)),
        diagnostics_(diagnostics) {}

  Module link();

 private:
  void intern_names();
  void add_library_names();
  Dialect usual_dialect() const;
  std::vector<RootRef> order_roots();
  void drop_duplicates(std::vector<RootRef>& methods);
  void note_duplicate(const RootRef& ref, const Unit::Root& old_root, const Unit::Root& new_root);
  void reserve(const std::vector<RootRef>& roots);
  void copy_root(const RootRef& ref, std::string_view script_name);
  void copy_code(const Unit& unit, const Unit::Root& root, const Function& from, Function& to);
  void copy_lists(const Unit& unit, const Unit::Root& root, const Function& from, Function& to);
  void list_methods();
  Value value(Value from, uint32_t unit_index);
  LiteralId literal(LiteralId from, uint32_t unit_index);
  VariableId variable(VariableId from, const Unit::Root& root) const;
  FunctionId function(FunctionId from, const Unit::Root& root) const {
    return from.valid() ? FunctionId(from.value - root.first_function + function_base_) : FunctionId();
  }
  Symbol symbol(Symbol from) const { return from.valid() ? (*symbols_)[from.index()] : from; }

  Environment environment_;
  Module& module_;
  const std::vector<FileImage>& images_;
  std::vector<Unit> units_;
  Diagnostics& diagnostics_;

  std::vector<std::vector<Symbol>> unit_symbols_;
  std::vector<std::vector<ClassId>> library_classes_;  // by unit
  std::vector<std::vector<VariableId>> undeclared_;    // by unit
  std::vector<std::vector<LiteralId>> literals_;       // by unit, filled in on first use
  FlatMap<uint64_t, LiteralId> simple_literals_;       // (kind, text)

  // Of the root that is being copied.
  const std::vector<Symbol>* symbols_ = nullptr;
  uint32_t unit_index_ = 0;
  uint32_t function_base_ = 0;
  uint32_t variable_base_ = 0;
};

uint32_t checked_size32(size_t size) {
  DH_CHECK(size < UINT32_MAX, "module is too large");
  return static_cast<uint32_t>(size);
}

void Linker::intern_names() {
  unit_symbols_.resize(units_.size());
  for (size_t i = 0; i < units_.size(); ++i) {
    const Interner& names = units_[i].names;
    unit_symbols_[i].reserve(names.size());
    for (uint32_t s = 0; s < names.size(); ++s)
      unit_symbols_[i].push_back(module_.names.intern(names.text(Symbol(s))));
  }
}

Dialect Linker::usual_dialect() const {
  if (environment_.dialect != Dialect::unknown) return environment_.dialect;
  std::array<size_t, 16> counts{};
  for (const FileImage& image : images_) ++counts[static_cast<size_t>(image.dialect)];
  counts[static_cast<size_t>(Dialect::unknown)] = 0;
  return static_cast<Dialect>(std::max_element(counts.begin(), counts.end()) - counts.begin());
}

// Names without a definition, by name: classes of the library, and variables.
void Linker::add_library_names() {
  std::map<std::string_view, std::vector<std::pair<uint32_t, uint32_t>>> classes;
  std::map<std::pair<uint32_t, std::string_view>, std::vector<std::pair<uint32_t, uint32_t>>> variables;
  library_classes_.resize(units_.size());
  undeclared_.resize(units_.size());
  for (uint32_t u = 0; u < units_.size(); ++u) {
    const Unit& unit = units_[u];
    library_classes_[u].resize(unit.library_classes.size());
    undeclared_[u].resize(unit.undeclared.size());
    for (uint32_t i = 0; i < unit.library_classes.size(); ++i) {
      classes[unit.names.text(unit.library_classes[i])].emplace_back(u, i);
    }
    for (uint32_t i = 0; i < unit.undeclared.size(); ++i) {
      const Unit::Undeclared& undeclared = unit.undeclared[i];
      variables[{undeclared.owner.value, unit.names.text(undeclared.name)}].emplace_back(u, i);
    }
  }
  Class klass;
  klass.dialect = usual_dialect();
  klass.new_sends_initialize = environment_.new_sends_initialize >= 0
                                   ? environment_.new_sends_initialize != 0
                                   : smallir::dialect_new_sends_initialize(klass.dialect);
  for (const auto& [name, users] : classes) {
    size_t dot = name.rfind('.');
    klass.name = module_.names.intern(dot == std::string_view::npos ? name : name.substr(dot + 1));
    klass.name_space = dot == std::string_view::npos ? Symbol() : module_.names.intern(name.substr(0, dot));
    klass.is_meta = false;
    ClassId id = module_.classes.add(klass);
    klass.is_meta = true;
    klass.other_side = id;
    ClassId meta = module_.classes.add(klass);
    module_.classes[id].other_side = meta;
    for (auto [u, i] : users) library_classes_[u][i] = id;
  }
  // Sorted by owner: the fields of a class are next to each other.
  for (const auto& [key, users] : variables) {
    Variable variable;
    variable.name = module_.names.intern(key.second);
    variable.class_id = ClassId(key.first);
    variable.kind = variable.class_id.valid() ? VariableKind::field : VariableKind::global;
    variable.undeclared = true;
    VariableId id = module_.variables.add(variable);
    for (auto [u, i] : users) undeclared_[u][i] = id;
    if (!variable.class_id.valid()) continue;
    PoolRange& fields = module_.classes[variable.class_id].fields;
    if (fields.count++ == 0) fields.first = id.value;
  }
}

std::vector<RootRef> Linker::order_roots() {
  std::vector<RootRef> methods, load_time, mains;
  for (uint32_t u = 0; u < units_.size(); ++u) {
    for (uint32_t r = 0; r < units_[u].roots.size(); ++r) {
      const Function& function = units_[u].functions[units_[u].roots[r].first_function];
      RootRef ref{u, r, function.class_id, Symbol()};
      if (function.kind == FunctionKind::method) {
        ref.selector = unit_symbols_[u][function.name.index()];
        methods.push_back(ref);
      } else {
        (function.kind == FunctionKind::main ? mains : load_time).push_back(ref);
      }
    }
  }
  std::stable_sort(methods.begin(), methods.end(), [&](const RootRef& a, const RootRef& b) {
    if (a.class_id != b.class_id) return a.class_id < b.class_id;
    return a.selector != b.selector && module_.names.text(a.selector) < module_.names.text(b.selector);
  });
  drop_duplicates(methods);
  methods.insert(methods.end(), load_time.begin(), load_time.end());
  methods.insert(methods.end(), mains.begin(), mains.end());
  return methods;
}

// Of the methods of one name the last one counts, unless it is removed after that.
void Linker::drop_duplicates(std::vector<RootRef>& methods) {
  size_t kept = 0;
  for (size_t i = 0; i < methods.size(); ++i) {
    const Unit::Root& root = units_[methods[i].unit].roots[methods[i].root];
    if (root.removes) continue;
    bool replaced = i + 1 < methods.size() && methods[i].class_id == methods[i + 1].class_id &&
                    methods[i].selector == methods[i + 1].selector;
    if (!replaced) {
      methods[kept++] = methods[i];
      continue;
    }
    const Unit::Root& next = units_[methods[i + 1].unit].roots[methods[i + 1].root];
    if (!next.removes) note_duplicate(methods[i], root, next);
  }
  methods.resize(kept);
}

void Linker::note_duplicate(const RootRef& ref, const Unit::Root& old_root, const Unit::Root& new_root) {
  const SourceFile& new_file = images_[new_root.file.index()].file;
  Place old_place = images_[old_root.file.index()].file.place(old_root.span);
  diagnostics_.push_back({Severity::note, new_file.place({new_root.span.begin, new_root.span.begin}),
                          fmt::format("{}>>{} is defined again; this definition replaces the one at {}:{}",
                                      smallir::class_title(module_, ref.class_id),
                                      module_.names.text(ref.selector), old_place.path, old_place.line)});
}

VariableId Linker::variable(VariableId from, const Unit::Root& root) const {
  if ((from.value & Unit::kUndeclared) == Unit::kUndeclared) {
    return undeclared_[unit_index_][from.value & ~Unit::kUndeclared];
  }
  if ((from.value & Unit::kSharedVariable) != 0) return VariableId(from.value & ~Unit::kSharedVariable);
  return VariableId(from.value - root.first_variable + variable_base_);
}

LiteralId Linker::literal(LiteralId from, uint32_t unit_index) {
  LiteralId& known = literals_[unit_index][from.index()];
  if (known.valid()) return known;
  const Unit& unit = units_[unit_index];
  Literal copy = unit.literals[from.index()];
  if (copy.text.valid()) copy.text = unit_symbols_[unit_index][copy.text.index()];
  switch (copy.kind) {
    case LiteralKind::array:
    case LiteralKind::bytes: {
      std::vector<LiteralId> elements;  // bounded by the parser's limit of nesting
      for (uint32_t i = 0; i < copy.elements.count; ++i) {
        elements.push_back(literal(unit.literal_lists[copy.elements.first + i], unit_index));
      }
      copy.elements.first = checked_size32(module_.literal_lists.size());
      module_.literal_lists.insert(module_.literal_lists.end(), elements.begin(), elements.end());
      break;
    }
    case LiteralKind::string:
      break;
    default: {
      uint64_t key = uint64_t{static_cast<uint8_t>(copy.kind)} << 32 | copy.text.value;
      auto [it, added] = simple_literals_.emplace(key, LiteralId());
      if (added) it->second = module_.literals.add(copy);
      return literals_[unit_index][from.index()] = it->second;
    }
  }
  return literals_[unit_index][from.index()] = module_.literals.add(copy);
}

Value Linker::value(Value from, uint32_t unit_index) {
  switch (from.kind()) {
    case Value::Kind::none:
    case Value::Kind::result:
    case Value::Kind::self:
    case Value::Kind::context:
      return from;
    case Value::Kind::literal:
      return Value::of(literal(from.literal(), unit_index));
    case Value::Kind::class_ref:
      if ((from.index() & Unit::kLibraryClass) == 0) return from;
      return Value::of(library_classes_[unit_index][from.index() & ~Unit::kLibraryClass]);
  }
  return from;
}

void Linker::copy_code(const Unit& unit, const Unit::Root& root, const Function& from, Function& to) {
  to.instructions = {checked_size32(module_.instructions.size()), from.instructions.count};
  for (uint32_t i = 0; i < from.instructions.count; ++i) {
    Instruction copy = unit.instructions[from.instructions.first + i];
    const Value* operands = unit.operands.data() + copy.operands.first;
    copy.operands.first = checked_size32(module_.operands.size());
    for (uint32_t k = 0; k < copy.operands.count; ++k)
      module_.operands.push_back(value(operands[k], unit_index_));
    switch (copy.op) {
      case Op::read:
      case Op::write:
        copy.target = variable(VariableId(copy.target), root).value;
        if (copy.op == Op::write) module_.variables[VariableId(copy.target)].assigned = true;
        break;
      case Op::send:
      case Op::super_send:
        copy.target = symbol(Symbol(copy.target)).value;
        break;
      case Op::block:
        copy.target = function(FunctionId(copy.target), root).value;
        break;
      case Op::array:
      case Op::new_object:
      case Op::return_value:
      case Op::return_home:
        break;
    }
    module_.instructions.push_back(copy);
  }
}

void Linker::copy_lists(const Unit& unit, const Unit::Root& root, const Function& from, Function& to) {
  to.captures.first = checked_size32(module_.variable_lists.size());
  for (uint32_t i = 0; i < from.captures.count; ++i) {
    module_.variable_lists.push_back(variable(unit.captures[from.captures.first + i], root));
  }
  to.pragmas.first = checked_size32(module_.pragmas.size());
  for (uint32_t i = 0; i < from.pragmas.count; ++i) {
    smallir::Pragma pragma = unit.pragmas[from.pragmas.first + i];
    pragma.selector = symbol(pragma.selector);
    std::vector<LiteralId> arguments;
    for (uint32_t k = 0; k < pragma.arguments.count; ++k) {
      arguments.push_back(literal(unit.literal_lists[pragma.arguments.first + k], unit_index_));
    }
    pragma.arguments.first = checked_size32(module_.literal_lists.size());
    module_.literal_lists.insert(module_.literal_lists.end(), arguments.begin(), arguments.end());
    module_.pragmas.push_back(pragma);
  }
}

void Linker::copy_root(const RootRef& ref, std::string_view script_name) {
  const Unit& unit = units_[ref.unit];
  const Unit::Root& root = unit.roots[ref.root];
  unit_index_ = ref.unit;
  symbols_ = &unit_symbols_[ref.unit];
  function_base_ = checked_size32(module_.functions.size());
  variable_base_ = checked_size32(module_.variables.size());
  for (uint32_t i = 0; i < root.variables; ++i) {
    Variable copy = unit.variables[root.first_variable + i];
    copy.name = symbol(copy.name);
    copy.function = function(copy.function, root);
    module_.variables.add(copy);
  }
  for (uint32_t i = 0; i < root.functions; ++i) {
    const Function& from = unit.functions[root.first_function + i];
    Function copy = from;
    copy.name = symbol(from.name);
    if (!script_name.empty() && from.kind != FunctionKind::block)
      copy.name = module_.names.intern(script_name);
    copy.protocol = symbol(from.protocol);
    copy.package = symbol(from.package);
    copy.parent = function(from.parent, root);
    copy.home = function(from.home, root);
    copy.variables.first = from.variables.first - root.first_variable + variable_base_;
    copy_code(unit, root, from, copy);
    copy_lists(unit, root, from, copy);
    module_.functions.add(copy);
  }
}

void Linker::list_methods() {
  std::vector<FunctionId> methods;
  for (uint32_t i = 0; i < module_.functions.size(); ++i) {
    if (module_.functions[FunctionId(i)].kind == FunctionKind::method) methods.push_back(FunctionId(i));
  }
  smallir::list_methods(module_, std::move(methods));
}

void Linker::reserve(const std::vector<RootRef>& roots) {
  size_t functions = 0, instructions = 0, operands = 0, variables = 0;
  for (const Unit& unit : units_) {
    functions += unit.functions.size();
    instructions += unit.instructions.size();
    operands += unit.operands.size();
    variables += unit.variables.size();
  }
  if (roots.empty()) return;
  module_.functions.reserve(functions);
  module_.instructions.reserve(instructions);
  module_.operands.reserve(operands);
  module_.variables.reserve(module_.variables.size() + variables);
}

Module Linker::link() {
  intern_names();
  add_library_names();
  literals_.resize(units_.size());
  for (size_t i = 0; i < units_.size(); ++i) literals_[i].resize(units_[i].literals.size());
  std::vector<RootRef> roots = order_roots();
  reserve(roots);
  uint32_t mains = 0, load_times = 0;
  for (const RootRef& ref : roots) {
    const Unit& unit = units_[ref.unit];
    std::string name;
    switch (unit.functions[unit.roots[ref.root].first_function].kind) {
      case FunctionKind::main:
        name = ++mains == 1 ? "main" : fmt::format("main.{}", mains);
        break;
      case FunctionKind::load_time:
        name = fmt::format("load.{}", ++load_times);
        break;
      case FunctionKind::method:
      case FunctionKind::block:
        break;
    }
    copy_root(ref, name);
  }
  list_methods();
  return std::move(module_);
}

}  // namespace

Module link_module(Environment environment, const std::vector<FileImage>& images, std::vector<Unit> units,
                   Diagnostics& diagnostics) {
  return Linker(std::move(environment), images, std::move(units), diagnostics).link();
}

}  // namespace dh::smalltalk
