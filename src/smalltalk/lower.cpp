// Methods and scripts as functions of a unit.
#include "smalltalk/lower.h"

#include <fmt/format.h>

#include <algorithm>

#include "smalltalk/lower_state.h"

namespace dh::smalltalk {

Range Lowerer::Impl::range(Span span) {
  return positions_->range({code_.offset_in_file(span.begin), code_.offset_in_file(span.end)});
}

void Lowerer::Impl::begin_file(const FileImage& image, smallir::FileId file, const CodeText& code) {
  if (image_ != &image) positions_.emplace(image.file);
  image_ = &image;
  file_ = file;
  code_ = code;
}

bool Lowerer::Impl::fail(const FileImage& image, const std::optional<SyntaxError>& error,
                         std::string_view what) {
  ++unit_.failed_methods;
  Span span{code_.offset_in_file(error->span.begin), code_.offset_in_file(error->span.end)};
  unit_.diagnostics.push_back(
      {Severity::error, image.file.place(span), fmt::format("{}: {}; it is skipped", what, error->message)});
  return false;
}

void Lowerer::Impl::begin_root() {
  Unit::Root root;
  root.first_function = size32(unit_.functions.size());
  root.first_variable = size32(unit_.variables.size());
  root.file = file_;
  unit_.roots.push_back(root);
}

void Lowerer::Impl::end_root(const MethodNode& node) {
  Unit::Root& root = unit_.roots.back();
  root.functions = size32(unit_.functions.size()) - root.first_function;
  root.variables = size32(unit_.variables.size()) - root.first_variable;
  root.span = {code_.offset_in_file(node.span.begin), code_.offset_in_file(node.span.end)};
}

Lowerer::Impl::Scope& Lowerer::Impl::begin_function(FunctionKind kind, Span span,
                                                    std::span<const Declaration> parameters,
                                                    std::span<const Declaration> temporaries) {
  Function function;
  function.kind = kind;
  function.class_id = class_id_;
  function.file = file_;
  function.place = range(span);
  function.arguments = size32(parameters.size());
  function.variables = {size32(unit_.variables.size()), size32(parameters.size() + temporaries.size())};
  uint32_t index = size32(unit_.functions.size());
  function.home = FunctionId(depth_ == 0 ? index : scopes_[0].function);
  if (depth_ > 0) function.parent = FunctionId(scope().function);
  unit_.functions.push_back(function);
  if (scopes_.size() == depth_) scopes_.emplace_back();
  Scope& inner = scopes_[depth_++];
  inner.function = index;
  inner.code.clear();
  inner.names.clear();
  inner.many_names.clear();
  inner.captured.clear();
  inner.uses_self = inner.leaves_home = inner.returned = false;
  auto declare = [&](const Declaration& declaration, VariableKind variable_kind) {
    Variable variable;
    variable.name = intern(declaration.name);
    variable.kind = variable_kind;
    variable.function = FunctionId(index);
    variable.file = file_;
    variable.place = range(declaration.span);
    inner.names.emplace_back(declaration.name, size32(unit_.variables.size()));
    unit_.variables.push_back(variable);
  };
  for (const Declaration& parameter : parameters) declare(parameter, VariableKind::argument);
  for (const Declaration& temporary : temporaries) declare(temporary, VariableKind::temporary);
  constexpr size_t kManyNames = 40;
  if (inner.names.size() > kManyNames) {
    for (const auto& [name, variable] : inner.names) inner.many_names.insert_or_assign(name, variable);
  }
  return inner;
}

void Lowerer::Impl::end_function() {
  Scope& done = scope();
  Function& function = unit_.functions[done.function];
  function.uses_self = done.uses_self;
  function.leaves_home = done.leaves_home;
  function.instructions = {size32(unit_.instructions.size()), size32(done.code.size())};
  unit_.instructions.insert(unit_.instructions.end(), done.code.begin(), done.code.end());
  std::sort(done.captured.begin(), done.captured.end());
  done.captured.erase(std::unique(done.captured.begin(), done.captured.end()), done.captured.end());
  function.captures = {size32(unit_.captures.size()), size32(done.captured.size())};
  for (uint32_t variable : done.captured) unit_.captures.push_back(VariableId(variable));
  --depth_;
  if (depth_ == 0) return;
  // What a block captures from further out, its own outer block captures too.
  Scope& outer = scope();
  for (uint32_t variable : done.captured) {
    if (unit_.variables[variable].function.value != outer.function) outer.captured.push_back(variable);
  }
}

Value Lowerer::Impl::emit(Op op, uint32_t target, std::span<const Value> operands, Span span, uint8_t flags) {
  if (scope().returned) return nil();  // can never run
  Instruction instruction;
  instruction.op = op;
  instruction.flags = flags;
  instruction.target = target;
  instruction.operands = {size32(unit_.operands.size()), size32(operands.size())};
  instruction.place = range(span);
  unit_.operands.insert(unit_.operands.end(), operands.begin(), operands.end());
  scope().code.push_back(instruction);
  return Value::result(size32(scope().code.size()) - 1);
}

Value Lowerer::Impl::self() {
  use_self();
  return Value::self();
}

void Lowerer::Impl::pragmas(const MethodNode& node, Function& function) {
  function.pragmas.first = size32(unit_.pragmas.size());
  for (const PragmaNode& pragma : node.pragmas) {
    if (pragma.selector.starts_with("primitive:")) function.is_primitive = true;
    // GNU Smalltalk writes the protocol as a pragma; the other formats beside the method.
    if (pragma.selector == "category:" && image_->dialect == Dialect::gnu && pragma.arguments.size() == 1) {
      function.protocol = intern(pragma.arguments[0]->text);
      continue;
    }
    ++function.pragmas.count;
    std::vector<LiteralId> arguments;
    for (const LiteralNode* argument : pragma.arguments) arguments.push_back(literal(*argument));
    PoolRange list{size32(unit_.literal_lists.size()), size32(arguments.size())};
    unit_.literal_lists.insert(unit_.literal_lists.end(), arguments.begin(), arguments.end());
    unit_.pragmas.push_back({intern(pragma.selector), list});
  }
}

bool Lowerer::Impl::enter_class(const FileImage& image, const MethodSource& source) {
  name_space_ = source.name_space;
  class_id_ = environment_.find_class(source.class_name, source.name_space);
  if (!class_id_.valid()) {
    ++unit_.failed_methods;
    unit_.diagnostics.push_back(
        {Severity::error, image.file.place({source.code.base, source.code.base}),
         fmt::format("'{}' is not the name of a class; its methods are skipped", source.class_name)});
    return false;
  }
  if (source.class_side) class_id_ = environment_.module.classes[class_id_].other_side;
  if (name_space_.empty())
    name_space_ = environment_.module.text(environment_.module.classes[class_id_].name_space);
  return true;
}

// A marker for a removed method; the linker removes it.
void Lowerer::Impl::removal(const MethodSource& source) {
  begin_root();
  begin_function(FunctionKind::method, {}, {}, {});
  unit_.functions[scope().function].name = intern(source.selector);
  end_function();
  end_root(MethodNode{});
  unit_.roots.back().removes = true;
}

void Lowerer::Impl::method(const FileImage& image, smallir::FileId file, const MethodSource& source) {
  begin_file(image, file, source.code);
  if (source.removed) {
    if (enter_class(image, source)) removal(source);
    return;
  }
  ++unit_.methods;
  ParsedMethod parsed = parse_method(source.code.text, source.form, image.dialect, arena_);
  if (parsed.method == nullptr) {
    std::string_view name = source.selector;
    Header header = parse_header(source.code.text, 0, image.dialect, arena_);
    if (!header.selector.empty()) name = header.selector;
    fail(image, parsed.error,
         fmt::format("method {}{}>>{}", source.class_name, source.class_side ? " class" : "", name));
    return;
  }
  const MethodNode& node = *parsed.method;
  if (!source.selector.empty() && source.selector != node.selector) {
    Span span{source.code.offset_in_file(node.span.begin), source.code.offset_in_file(node.span.begin)};
    unit_.diagnostics.push_back(
        {Severity::warning, image.file.place(span),
         fmt::format("the method's header says {}, but the file's metadata says {}; the header is used",
                     node.selector, source.selector)});
  }
  if (!enter_class(image, source)) return;
  begin_root();
  begin_function(FunctionKind::method, node.span, node.parameters, node.body.temporaries);
  body(node.body);
  if (!scope().returned) {
    Value result = self();
    emit(Op::return_value, 0, {&result, 1}, {});
    scope().code.back().place = Range();
  }
  Function& function = unit_.functions[scope().function];
  function.name = intern(node.selector);
  function.protocol = intern(source.protocol);
  // A method that does not say where it belongs belongs to the package of its class.
  function.package =
      intern(source.package.empty() ? environment_.module.text(environment_.module.classes[class_id_].package)
                                    : source.package);
  pragmas(node, function);
  end_function();
  end_root(node);
}

void Lowerer::Impl::script(const FileImage& image, smallir::FileId file, const ScriptSource& source) {
  begin_file(image, file, source.code);
  ParsedMethod parsed = parse_method(source.code.text, MethodForm::script, image.dialect, arena_);
  if (parsed.method == nullptr) {
    fail(image, parsed.error, source.load_time ? "expression" : "script");
    return;
  }
  const MethodNode& node = *parsed.method;
  if (node.body.statements.empty()) return;
  name_space_ = source.name_space;
  class_id_ =
      source.class_name.empty() ? ClassId() : environment_.find_class(source.class_name, source.name_space);
  if (class_id_.valid()) {
    const smallir::Class& owner = environment_.module.classes[class_id_];
    if (name_space_.empty()) name_space_ = environment_.module.text(owner.name_space);
    if (source.class_side) class_id_ = owner.other_side;
  } else if (!source.class_name.empty()) {
    name_space_ = source.class_name;  // the owner is a namespace
  }
  begin_root();
  begin_function(source.load_time ? FunctionKind::load_time : FunctionKind::main, node.span, {},
                 node.body.temporaries);
  Value last = body(node.body);
  if (!scope().returned) {
    if (!last.valid()) last = nil();
    if (!source.assigns.empty()) assign(source.assigns, {0, 0}, last);
    emit(Op::return_value, 0, {&last, 1}, {});
    scope().code.back().place = Range();
  }
  end_function();
  end_root(node);
}

Lowerer::Lowerer(const Environment& environment, Unit& unit)
    : impl_(std::make_unique<Impl>(environment, unit)) {}
Lowerer::~Lowerer() = default;

void Lowerer::lower_method(const FileImage& image, smallir::FileId file, const MethodSource& method) {
  impl_->method(image, file, method);
}

void Lowerer::lower_script(const FileImage& image, smallir::FileId file, const ScriptSource& script) {
  impl_->script(image, file, script);
}

}  // namespace dh::smalltalk
