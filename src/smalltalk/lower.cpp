#include "smalltalk/lower.h"

#include <fmt/format.h>

#include <algorithm>

#include "smalltalk/positions.h"

namespace dh::smalltalk {

using smallir::Function;
using smallir::FunctionId;
using smallir::FunctionKind;
using smallir::Instruction;
using smallir::LiteralId;
using smallir::Op;
using smallir::PoolRange;
using smallir::Range;
using smallir::Value;
using smallir::Variable;
using smallir::VariableKind;

namespace {

uint32_t size32(size_t size) {
  return static_cast<uint32_t>(size);
}

// Which literal blocks make a control message run in place, as compilers inline it.
enum class Control { none, all_arguments, last_argument, receiver_and_arguments };

Control control_kind(std::string_view selector) {
  static const FlatMap<std::string_view, Control, StringHash> kinds = {
      {"ifTrue:", Control::all_arguments},
      {"ifFalse:", Control::all_arguments},
      {"ifTrue:ifFalse:", Control::all_arguments},
      {"ifFalse:ifTrue:", Control::all_arguments},
      {"and:", Control::all_arguments},
      {"or:", Control::all_arguments},
      {"ifNil:", Control::all_arguments},
      {"ifNotNil:", Control::all_arguments},
      {"ifNil:ifNotNil:", Control::all_arguments},
      {"ifNotNil:ifNil:", Control::all_arguments},
      {"timesRepeat:", Control::all_arguments},
      {"to:do:", Control::last_argument},
      {"to:by:do:", Control::last_argument},
      {"whileTrue", Control::receiver_and_arguments},
      {"whileFalse", Control::receiver_and_arguments},
      {"whileTrue:", Control::receiver_and_arguments},
      {"whileFalse:", Control::receiver_and_arguments},
      {"repeat", Control::receiver_and_arguments},
  };
  auto it = kinds.find(selector);
  return it == kinds.end() ? Control::none : it->second;
}

bool runs_in_place(const Message& message, const Node* receiver) {
  auto is_block = [](const Node* node) { return node->kind == NodeKind::block; };
  switch (control_kind(message.selector)) {
    case Control::none:
      return false;
    case Control::all_arguments:
      return std::all_of(message.arguments.begin(), message.arguments.end(), is_block);
    case Control::last_argument:
      return is_block(message.arguments.back());
    case Control::receiver_and_arguments:
      return receiver != nullptr && is_block(receiver) &&
             std::all_of(message.arguments.begin(), message.arguments.end(), is_block);
  }
  return false;
}

struct LiteralKey {
  LiteralKind kind;
  Symbol text;
  friend bool operator==(LiteralKey, LiteralKey) = default;
  friend size_t hash_value(LiteralKey key) { return key.text.value * 16 + static_cast<size_t>(key.kind); }
};

}  // namespace

class Lowerer::Impl {
 public:
  Impl(const Environment& environment, Unit& unit) : environment_(environment), unit_(unit) {}

  void method(const FileImage& image, smallir::FileId file, const MethodSource& source);
  void script(const FileImage& image, smallir::FileId file, const ScriptSource& source);

 private:
  // A function while its code is made; scopes_[0] is the method, the last one the innermost block.
  struct Scope {
    uint32_t function = 0;
    std::vector<Instruction> code;
    std::vector<std::pair<std::string_view, uint32_t>> names;
    std::vector<uint32_t> captured;
    bool uses_self = false;
    bool leaves_home = false;
  };
  // What a name means.
  struct Binding {
    enum class Kind { variable, field, library_class, constant } kind = Kind::constant;
    VariableId variable;
    Value value;
  };

  void begin_file(const FileImage& image, smallir::FileId file, const CodeText& code);
  bool fail(const FileImage& image, const std::optional<SyntaxError>& error, std::string_view what);
  void begin_root();
  void end_root(const MethodNode& node);
  Scope& begin_function(FunctionKind kind, Span span, std::span<const Declaration> parameters,
                        std::span<const Declaration> temporaries);
  void end_function();
  Value body(const Body& body, bool& returned);
  Value expression(const Node* node);
  Value variable(const VariableNode& node);
  Value literal_value(const LiteralNode& node);
  LiteralId literal(const LiteralNode& node);
  LiteralId simple_literal(LiteralKind kind, std::string_view text);
  Value nil() { return Value::of(simple_literal(LiteralKind::nil, {})); }
  Value block(const BlockNode& node);
  Value brace(const BraceNode& node);
  Value chain(const ChainNode& node);
  Value assignment(const AssignmentNode& node);
  void assign(std::string_view name, Span at, Value value);
  void return_from(const ReturnNode& node);
  Binding resolve(std::string_view name, bool writing);
  Binding resolve_dotted(std::string_view name);
  Binding undeclared_or_class(std::string_view name, bool writing);
  VariableId undeclared(std::string_view name);
  Value emit(Op op, uint32_t target, std::span<const Value> operands, Span span, uint8_t flags = 0);
  Value self();
  void use_self() {
    for (size_t i = 0; i < depth_; ++i) scopes_[i].uses_self = true;
  }
  void pragmas(const MethodNode& node, Function& function);
  Range range(Span span);
  Symbol intern(std::string_view text) { return text.empty() ? Symbol() : unit_.names.intern(text); }
  Scope& scope() { return scopes_[depth_ - 1]; }

  const Environment& environment_;
  Unit& unit_;
  Arena arena_;
  std::vector<Scope> scopes_;
  size_t depth_ = 0;
  const FileImage* image_ = nullptr;
  smallir::FileId file_;
  CodeText code_;
  std::optional<Positions> positions_;
  ClassId class_id_;
  std::string_view name_space_;
  FlatMap<LiteralKey, LiteralId> simple_literals_;
  FlatMap<Symbol, uint32_t> undeclared_;
  FlatMap<Symbol, uint32_t> library_classes_;
};

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
  inner.captured.clear();
  inner.uses_self = inner.leaves_home = false;
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

Value Lowerer::Impl::body(const Body& body, bool& returned) {
  Value last;
  returned = false;
  for (const Node* statement : body.statements) {
    if (statement->kind == NodeKind::return_value) {
      return_from(static_cast<const ReturnNode&>(*statement));
      returned = true;
      return {};  // what follows can never run
    }
    last = expression(statement);
  }
  return last;
}

void Lowerer::Impl::return_from(const ReturnNode& node) {
  Value value = expression(node.value);
  bool home = depth_ == 1;
  if (!home) {
    for (size_t i = 1; i < depth_; ++i) scopes_[i].leaves_home = true;
  }
  emit(home ? Op::return_value : Op::return_home, 0, {&value, 1}, node.span);
}

Value Lowerer::Impl::expression(const Node* node) {
  switch (node->kind) {
    case NodeKind::variable:
      return variable(static_cast<const VariableNode&>(*node));
    case NodeKind::literal:
      return literal_value(static_cast<const LiteralNode&>(*node));
    case NodeKind::block:
      return block(static_cast<const BlockNode&>(*node));
    case NodeKind::brace:
      return brace(static_cast<const BraceNode&>(*node));
    case NodeKind::chain:
      return chain(static_cast<const ChainNode&>(*node));
    case NodeKind::assignment:
      return assignment(static_cast<const AssignmentNode&>(*node));
    case NodeKind::return_value:
      return expression(static_cast<const ReturnNode&>(*node).value);
  }
  return {};
}

Value Lowerer::Impl::variable(const VariableNode& node) {
  Binding binding = resolve(node.name, false);
  switch (binding.kind) {
    case Binding::Kind::variable:
      return emit(Op::read, binding.variable.value, {}, node.span);
    case Binding::Kind::field: {
      Value object = self();
      return emit(Op::read, binding.variable.value, {&object, 1}, node.span);
    }
    case Binding::Kind::library_class:
    case Binding::Kind::constant:
      return binding.value;
  }
  return {};
}

VariableId Lowerer::Impl::undeclared(std::string_view name) {
  Symbol symbol = intern(name);
  auto [it, added] = undeclared_.emplace(symbol, size32(unit_.undeclared.size()));
  if (added) unit_.undeclared.push_back(symbol);
  return VariableId(Unit::kUndeclared | it->second);
}

Lowerer::Impl::Binding Lowerer::Impl::undeclared_or_class(std::string_view name, bool writing) {
  bool capital = name[0] >= 'A' && name[0] <= 'Z';
  if (writing || !capital || environment_.assigned_names.contains(name)) {
    return {Binding::Kind::variable, undeclared(name), {}};
  }
  Symbol symbol = intern(name);
  auto [it, added] = library_classes_.emplace(symbol, size32(unit_.library_classes.size()));
  if (added) unit_.library_classes.push_back(symbol);
  return {Binding::Kind::library_class, {}, Value::of(ClassId(Unit::kLibraryClass | it->second))};
}

Lowerer::Impl::Binding Lowerer::Impl::resolve_dotted(std::string_view name) {
  size_t dot = name.rfind('.');
  // Foo.Bar: a class variable of Foo, a class or global in namespace Foo.
  ClassId owner = environment_.find_class(name.substr(0, dot), name_space_);
  if (owner.valid()) {
    Symbol simple = environment_.module.names.find(name.substr(dot + 1));
    VariableId member = simple.valid() ? environment_.find_member(owner, simple) : VariableId();
    if (member.valid() && environment_.module.variables[member].kind == VariableKind::class_variable) {
      return {Binding::Kind::variable, VariableId(Unit::kSharedVariable | member.value), {}};
    }
  }
  return {};
}

Lowerer::Impl::Binding Lowerer::Impl::resolve(std::string_view name, bool writing) {
  for (size_t i = depth_; i-- > 0;) {
    for (auto it = scopes_[i].names.rbegin(); it != scopes_[i].names.rend(); ++it) {
      if (it->first != name) continue;
      if (i + 1 != depth_) {
        unit_.variables[it->second].captured = true;
        scope().captured.push_back(it->second);
      }
      return {Binding::Kind::variable, VariableId(it->second), {}};
    }
  }
  if (name == "self" || name == "super") return {Binding::Kind::constant, {}, self()};
  if (name == "nil") return {Binding::Kind::constant, {}, nil()};
  if (name == "true")
    return {Binding::Kind::constant, {}, Value::of(simple_literal(LiteralKind::true_value, {}))};
  if (name == "false")
    return {Binding::Kind::constant, {}, Value::of(simple_literal(LiteralKind::false_value, {}))};
  if (name == "thisContext") return {Binding::Kind::constant, {}, Value::context()};
  if (name.find('.') != std::string_view::npos) {
    if (Binding dotted = resolve_dotted(name); dotted.variable.valid()) return dotted;
  } else if (Symbol symbol = environment_.module.names.find(name); symbol.valid()) {
    VariableId member = environment_.find_member(class_id_, symbol);
    if (member.valid()) {
      bool field = environment_.module.variables[member].kind == VariableKind::field;
      return {field ? Binding::Kind::field : Binding::Kind::variable,
              VariableId(Unit::kSharedVariable | member.value),
              {}};
    }
  }
  if (VariableId global = environment_.find_global(name); global.valid()) {
    return {Binding::Kind::variable, VariableId(Unit::kSharedVariable | global.value), {}};
  }
  ClassId found = writing ? ClassId() : environment_.find_class(name, name_space_);
  if (found.valid()) return {Binding::Kind::library_class, {}, Value::of(found)};
  return undeclared_or_class(name, writing);
}

Value Lowerer::Impl::assignment(const AssignmentNode& node) {
  Value value = expression(node.value);
  for (size_t i = node.targets.size(); i-- > 0;) assign(node.targets[i].name, node.targets[i].span, value);
  return value;
}

void Lowerer::Impl::assign(std::string_view name, Span at, Value value) {
  Binding binding = resolve(name, true);
  switch (binding.kind) {
    case Binding::Kind::variable:
      emit(Op::write, binding.variable.value, {&value, 1}, at);
      return;
    case Binding::Kind::field: {
      Value operands[] = {value, self()};
      emit(Op::write, binding.variable.value, operands, at);
      return;
    }
    case Binding::Kind::library_class:
    case Binding::Kind::constant:
      unit_.diagnostics.push_back(
          {Severity::warning,
           image_->file.place({code_.offset_in_file(at.begin), code_.offset_in_file(at.end)}),
           fmt::format("nothing can be assigned to {}", name)});
  }
}

LiteralId Lowerer::Impl::simple_literal(LiteralKind kind, std::string_view text) {
  LiteralKey key{kind, text.empty() && kind < LiteralKind::integer ? Symbol() : unit_.names.intern(text)};
  auto [it, added] = simple_literals_.emplace(key, LiteralId(size32(unit_.literals.size())));
  if (added) unit_.literals.push_back({kind, key.text, {}});
  return it->second;
}

LiteralId Lowerer::Impl::literal(const LiteralNode& node) {
  switch (node.literal) {
    case LiteralKind::nil:
    case LiteralKind::true_value:
    case LiteralKind::false_value:
    case LiteralKind::integer:
    case LiteralKind::number:
    case LiteralKind::character:
    case LiteralKind::symbol:
    case LiteralKind::binding:
    case LiteralKind::opaque:
      return simple_literal(node.literal, node.text);
    case LiteralKind::string: {
      unit_.literals.push_back({node.literal, unit_.names.intern(node.text), {}});
      return LiteralId(size32(unit_.literals.size()) - 1);
    }
    case LiteralKind::array:
    case LiteralKind::bytes: {
      std::vector<LiteralId> elements;
      for (const LiteralNode* element : node.elements) elements.push_back(literal(*element));
      PoolRange list{size32(unit_.literal_lists.size()), size32(elements.size())};
      unit_.literal_lists.insert(unit_.literal_lists.end(), elements.begin(), elements.end());
      unit_.literals.push_back({node.literal, Symbol(), list});
      return LiteralId(size32(unit_.literals.size()) - 1);
    }
  }
  return {};
}

Value Lowerer::Impl::literal_value(const LiteralNode& node) {
  return Value::of(literal(node));
}

Value Lowerer::Impl::brace(const BraceNode& node) {
  std::vector<Value> elements;
  for (const Node* element : node.elements) elements.push_back(expression(element));
  return emit(Op::array, 0, elements, node.span);
}

Value Lowerer::Impl::block(const BlockNode& node) {
  uint32_t index =
      begin_function(FunctionKind::block, node.span, node.parameters, node.body.temporaries).function;
  bool returned = false;
  Value last = body(node.body, returned);
  if (!returned) {
    if (!last.valid()) last = nil();
    emit(Op::return_value, 0, {&last, 1}, {node.span.end, node.span.end});
    scope().code.back().place = Range();
  }
  end_function();
  return emit(Op::block, index, {}, node.span);
}

Value Lowerer::Impl::chain(const ChainNode& node) {
  bool to_super = node.receiver->kind == NodeKind::variable &&
                  static_cast<const VariableNode*>(node.receiver)->name == "super";
  Value value = expression(node.receiver);
  Value cascade_receiver;
  std::vector<Value> operands;
  for (uint32_t i = 0; i < node.messages.size(); ++i) {
    const Message& message = node.messages[i];
    if (i == node.cascade) cascade_receiver = value;
    bool cascaded = message.cascaded;
    operands.assign(1, cascaded ? cascade_receiver : value);
    for (const Node* argument : message.arguments) operands.push_back(expression(argument));
    bool first = i == 0 || (cascaded && node.cascade == 0);
    uint8_t flags = cascaded ? Instruction::kCascaded : 0;
    if (runs_in_place(message, first ? node.receiver : nullptr)) flags |= Instruction::kInlined;
    Op op = to_super && first ? Op::super_send : Op::send;
    value = emit(op, intern(message.selector).value, operands, message.span, flags);
  }
  return value;
}

void Lowerer::Impl::pragmas(const MethodNode& node, Function& function) {
  function.pragmas = {size32(unit_.pragmas.size()), size32(node.pragmas.size())};
  for (const PragmaNode& pragma : node.pragmas) {
    if (pragma.selector.starts_with("primitive:")) function.is_primitive = true;
    if (pragma.selector == "category:" && !function.protocol.valid() && pragma.arguments.size() == 1) {
      function.protocol = intern(pragma.arguments[0]->text);
    }
    std::vector<LiteralId> arguments;
    for (const LiteralNode* argument : pragma.arguments) arguments.push_back(literal(*argument));
    PoolRange list{size32(unit_.literal_lists.size()), size32(arguments.size())};
    unit_.literal_lists.insert(unit_.literal_lists.end(), arguments.begin(), arguments.end());
    unit_.pragmas.push_back({intern(pragma.selector), list});
  }
}

void Lowerer::Impl::method(const FileImage& image, smallir::FileId file, const MethodSource& source) {
  begin_file(image, file, source.code);
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
         fmt::format("the method's header says {}, but the file calls it {}; the header counts",
                     node.selector, source.selector)});
  }
  name_space_ = source.name_space;
  class_id_ = environment_.find_class(source.class_name, source.name_space);
  if (!class_id_.valid()) {
    ++unit_.failed_methods;
    unit_.diagnostics.push_back(
        {Severity::error, image.file.place({source.code.base, source.code.base}),
         fmt::format("'{}' is not the name of a class; its methods are skipped", source.class_name)});
    return;
  }
  if (source.class_side) class_id_ = environment_.module.classes[class_id_].other_side;
  if (name_space_.empty())
    name_space_ = environment_.module.text(environment_.module.classes[class_id_].name_space);
  begin_root();
  begin_function(FunctionKind::method, node.span, node.parameters, node.body.temporaries);
  bool returned = false;
  body(node.body, returned);
  if (!returned) {
    Value result = self();
    emit(Op::return_value, 0, {&result, 1}, {});
    scope().code.back().place = Range();
  }
  Function& function = unit_.functions[scope().function];
  function.name = intern(node.selector);
  function.protocol = intern(source.protocol);
  function.package = intern(source.package);
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
  if (class_id_.valid() && source.class_side) class_id_ = environment_.module.classes[class_id_].other_side;
  begin_root();
  begin_function(source.load_time ? FunctionKind::load_time : FunctionKind::main, node.span, {},
                 node.body.temporaries);
  bool returned = false;
  Value last = body(node.body, returned);
  if (!returned) {
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
