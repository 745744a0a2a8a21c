// Functions of the text form: headers, and calls line by line.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "smallir/read_state.h"

namespace dh::smallir {

namespace {

using Kind = LlToken::Kind;

bool is_punctuation(const LlToken& token, char c) {
  return token.kind == Kind::punctuation && token.text[0] == c;
}

// The symbol in an argument, through a bitcast.
const LlToken* symbol_in(const std::vector<LlToken>& argument) {
  for (const LlToken& token : argument) {
    if (token.kind == Kind::global) return &token;
  }
  return nullptr;
}

int64_t number_of(const std::string& text) {
  int64_t value = -1;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

// Splits what is in the parentheses that open at `open` by commas; returns the index after them.
size_t split_arguments(const std::vector<LlToken>& tokens, size_t open,
                       std::vector<std::vector<LlToken>>& arguments) {
  int depth = 0;
  std::vector<LlToken> current;
  for (size_t i = open; i < tokens.size(); ++i) {
    if (is_punctuation(tokens[i], '(') && depth++ == 0) continue;
    if (is_punctuation(tokens[i], ')') && --depth == 0) {
      if (!current.empty()) arguments.push_back(std::move(current));
      return i + 1;
    }
    if (is_punctuation(tokens[i], ',') && depth == 1) {
      arguments.push_back(std::exchange(current, {}));
    } else {
      current.push_back(tokens[i]);
    }
  }
  if (!current.empty()) arguments.push_back(std::move(current));
  return tokens.size();
}

}  // namespace

Value Reader::emit(Op op, uint32_t target, const std::vector<Value>& operands, Range range, uint8_t flags) {
  Instruction instruction;
  instruction.op = op;
  instruction.flags = flags;
  instruction.target = target;
  instruction.operands = {static_cast<uint32_t>(module_.operands.size()),
                          static_cast<uint32_t>(operands.size())};
  instruction.place = range;
  module_.operands.insert(module_.operands.end(), operands.begin(), operands.end());
  code_.push_back(instruction);
  return Value::result(static_cast<uint32_t>(code_.size() - 1));
}

void Reader::describe_by_name(const std::string& name, Function& function, size_t parameters) {
  size_t dollar = name.rfind('$');
  if (name.starts_with("st.anonfun.")) {
    function.kind = FunctionKind::block;
    size_t star = name.find('*');
    auto outer = star == std::string::npos ? functions_.end() : functions_.find(name.substr(star + 1));
    if (outer != functions_.end()) function.parent = outer->second;
  } else if (name.starts_with("st.") && dollar != std::string::npos) {
    function.kind = FunctionKind::method;
    function.name = intern(std::string_view(name).substr(3, dollar - 3));
    std::string class_name = name.substr(dollar + 1);
    auto klass = classes_.find("st.class." + class_name);
    if (klass != classes_.end()) {
      function.class_id = klass->second;
    } else if (bare_ && !class_name.empty()) {
      bool meta = class_name.ends_with(" class");
      if (meta) class_name.resize(class_name.size() - 6);
      ClassId made = bare_class(class_name);
      function.class_id = meta ? module_.classes[made].other_side : made;
      for (ClassId side : {made, module_.classes[made].other_side}) module_.classes[side].defined = true;
    }
  } else {
    function.kind = FunctionKind::main;
    function.name = intern(name);
  }
  function.arguments = function.kind == FunctionKind::block ? 0 : static_cast<uint32_t>(parameters);
  function.captures.count = static_cast<uint32_t>(parameters) - function.arguments;
}

bool Reader::describe(const std::vector<LlItem>& items, Function& function, const LlLine& line) {
  static constexpr const char* kKinds[] = {"method", "block", "main", "load"};
  if (items.size() != 11) {
    fail(line, "the function's !st.function node does not have 11 parts");
    return false;
  }
  auto kind = std::find(std::begin(kKinds), std::end(kKinds), items[0].text);
  if (kind == std::end(kKinds)) {
    fail(line, fmt::format("unknown kind of function '{}'", items[0].text));
    return false;
  }
  function.kind = static_cast<FunctionKind>(kind - std::begin(kKinds));
  function.name = intern(items[1].text);
  function.class_id = class_at(items[2].number);
  if (items[3].number >= 0)
    function.parent = FunctionId(static_cast<uint32_t>(std::min<int64_t>(items[3].number, UINT32_MAX - 1)));
  function.protocol = intern(items[4].text);
  function.package = intern(items[5].text);
  place(items[6].number, function.file, function.place);
  function.is_primitive = items[7].number != 0;
  function.captures.count = static_cast<uint32_t>(std::clamp<int64_t>(items[8].number, 0, UINT32_MAX - 1));
  function.pragmas.first = static_cast<uint32_t>(module_.pragmas.size());
  for (const LlItem& item : tuple(items[10].number)) {
    std::vector<LlItem> parts = tuple(item.number);
    if (parts.empty()) continue;
    Pragma pragma;
    pragma.selector = intern(parts[0].text);
    pragma.arguments.first = static_cast<uint32_t>(module_.literal_lists.size());
    for (size_t i = 1; i < parts.size(); ++i) {
      if (parts[i].number < 0 || parts[i].number >= static_cast<int64_t>(module_.literals.size())) continue;
      module_.literal_lists.push_back(LiteralId(static_cast<uint32_t>(parts[i].number)));
      ++pragma.arguments.count;
    }
    module_.pragmas.push_back(pragma);
    ++function.pragmas.count;
  }
  return true;
}

bool Reader::read_header(const LlFunction& source, FunctionId id) {
  Function& function = module_.functions[id];
  std::vector<LlToken> tokens = ll_tokens(source.header.text);
  size_t at = 0;
  while (at < tokens.size() && tokens[at].kind != Kind::global) ++at;
  std::vector<std::vector<LlToken>> parameters;
  at = split_arguments(tokens, std::min(at + 1, tokens.size()), parameters);
  int64_t node = -1;
  for (; at + 1 < tokens.size(); ++at) {
    if (tokens[at].kind == Kind::meta && tokens[at].text == "st.function")
      node = number_of(tokens[at + 1].text);
  }
  bool is_bare_main = bare_ && !function_names_[id.index()].starts_with("st.");
  if (parameters.empty() && !is_bare_main) {
    fail(source.header, "a SmallIR function needs at least one parameter: self");
    return false;
  }
  if (parameters.empty()) parameters.emplace_back();
  parameter_counts_[id.index()] = static_cast<uint32_t>(parameters.size() - 1);
  if (node >= 0) {
    if (!describe(tuple(node), function, source.header)) return false;
    if (function.captures.count > parameters.size() - 1) {
      fail(source.header, "more captured variables than parameters");
      return false;
    }
    function.arguments = static_cast<uint32_t>(parameters.size() - 1) - function.captures.count;
  } else {
    describe_by_name(function_names_[id.index()], function, parameters.size() - 1);
  }
  if (function.kind == FunctionKind::method && (!function.class_id.valid() || !function.name.valid())) {
    fail(source.header, "a method needs a selector and a class");
    return false;
  }
  if (function.kind == FunctionKind::block && (!function.parent.valid() || function.parent >= id)) {
    fail(source.header, "a block must come after the function that contains it");
    return false;
  }
  if (function.kind != FunctionKind::block && function.captures.count != 0) {
    fail(source.header, "only blocks capture variables");
    return false;
  }
  return true;
}

// Names the parameters: self, captured variables, arguments.
bool Reader::bind_parameters(FunctionId id, const LlLine& line) {
  Function& function = module_.functions[id];
  std::vector<LlToken> tokens = ll_tokens(line.text);
  size_t at = 0;
  while (at < tokens.size() && tokens[at].kind != Kind::global) ++at;
  std::vector<std::vector<LlToken>> parameters;
  size_t end = split_arguments(tokens, std::min(at + 1, tokens.size()), parameters);
  int64_t node = -1;
  for (; end + 1 < tokens.size(); ++end) {
    if (tokens[end].kind == Kind::meta && tokens[end].text == "st.function")
      node = number_of(tokens[end + 1].text);
  }
  std::vector<LlItem> described;
  if (node >= 0) described = tuple(node);
  std::vector<LlItem> argument_nodes;
  if (described.size() == 11) argument_nodes = tuple(described[9].number);
  auto name_of = [&](size_t i) {
    for (const LlToken& token : parameters[i]) {
      if (token.kind == Kind::local) return token.text;
    }
    return std::to_string(i);  // unnamed: numbered
  };
  function.variables = {static_cast<uint32_t>(module_.variables.size()), 0};
  if (parameters.empty()) return true;
  locals_.emplace(name_of(0), Local{Local::Kind::value, Value::self(), {}});
  const std::vector<VariableId>& captured = captured_[id.index()];
  if (bare_ && captured.size() <= parameters.size() - 1) {
    function.captures.count = static_cast<uint32_t>(captured.size());
    function.arguments = static_cast<uint32_t>(parameters.size() - 1 - captured.size());
  }
  if (captured.size() != function.captures.count) {
    fail(line, "the block's captured variables are not those of the call that makes it");
    return false;
  }
  for (uint32_t i = 0; i < function.captures.count; ++i) {
    bool field = module_.variables[captured[i]].kind == VariableKind::field;
    Value object = field ? Value::self() : Value();
    locals_.insert_or_assign(name_of(1 + i), Local{Local::Kind::variable, object, captured[i]});
  }
  function.variables = {static_cast<uint32_t>(module_.variables.size()), function.arguments};
  for (uint32_t i = 0; i < function.arguments; ++i) {
    Variable variable;
    variable.kind = VariableKind::argument;
    variable.function = id;
    std::string local = name_of(1 + function.captures.count + i);
    std::vector<LlItem> parts;
    if (i < argument_nodes.size()) parts = tuple(argument_nodes[i].number);
    variable.name = module_.names.intern(parts.size() == 2 ? parts[0].text : local);
    if (parts.size() == 2) place(parts[1].number, variable.file, variable.place);
    locals_.insert_or_assign(local, Local{Local::Kind::variable, {}, module_.variables.add(variable)});
  }
  return true;
}

Range Reader::place_of_line(const std::vector<LlToken>& tokens, uint8_t& flags) const {
  Range range;
  for (size_t i = 0; i + 1 < tokens.size(); ++i) {
    if (tokens[i].kind != Kind::meta) continue;
    int64_t node = number_of(tokens[i + 1].text);
    if (tokens[i].text == "st.place") {
      std::vector<LlItem> items = tuple(node);
      if (items.size() == 4) range = range_at(items, 0);
    } else if (tokens[i].text == "st.flags") {
      std::vector<LlItem> items = tuple(node);
      if (!items.empty()) flags = static_cast<uint8_t>(items[0].number & 3);
    } else if (tokens[i].text == "dbg" && !range.known()) {
      auto it = ll_.metadata.find(tokens[i + 1].text);
      if (it == ll_.metadata.end()) continue;
      auto clamp = [](int64_t n, int64_t max) { return std::clamp<int64_t>(n, 0, max); };
      range.line = range.end_line =
          static_cast<uint32_t>(clamp(ll_field(it->second.text, "line", 0), UINT32_MAX - 1));
      range.column = range.end_column =
          static_cast<uint16_t>(clamp(ll_field(it->second.text, "column", 0), Range::kLastColumn));
    }
  }
  return range;
}

bool Reader::operand(const std::vector<LlToken>& argument, const LlLine& line, Range range, Value& value) {
  for (const LlToken& token : argument) {
    if (token.kind == Kind::local) {
      auto it = locals_.find(token.text);
      if (it == locals_.end()) {
        fail(line, fmt::format("%{} is used before it is defined", token.text));
        return false;
      }
      value = it->second.value;
      // A variable in the place of a value is read there.
      if (it->second.kind == Local::Kind::variable) {
        std::vector<Value> object;
        if (value.valid()) object.push_back(value);
        value = emit(Op::read, it->second.variable.value, object, range);
      }
      return true;
    }
    if (token.kind == Kind::global) {
      if (token.text.starts_with("st.lit.")) {
        int64_t index = number_of(token.text.substr(7));
        if (index >= 0 && index < static_cast<int64_t>(module_.literals.size())) {
          value = Value::of(LiteralId(static_cast<uint32_t>(index)));
          return true;
        }
      } else if (token.text == "st.thisContext") {
        value = Value::context();
        return true;
      } else if (auto it = classes_.find(token.text); it != classes_.end()) {
        value = Value::of(it->second);
        return true;
      } else if (bare_ && bare_constant(argument, value)) {
        return true;
      }
      fail(line, fmt::format("@{} is not declared", token.text));
      return false;
    }
    if (token.kind == Kind::word && token.text == "null") {
      value = Value();
      return true;
    }
  }
  if (bare_ && bare_constant(argument, value)) return true;
  fail(line, "an operand is not a SmallIR value");
  return false;
}

bool Reader::variable_operand(const std::vector<LlToken>& argument, const LlLine& line, Local& local) {
  for (const LlToken& token : argument) {
    if (token.kind != Kind::local) continue;
    auto it = locals_.find(token.text);
    if (it != locals_.end() && it->second.kind == Local::Kind::variable) {
      local = it->second;
      return true;
    }
  }
  fail(line, "expected a variable");
  return false;
}

bool Reader::block_call(const Call& call, const LlLine& line, FunctionId id, Range range) {
  const LlToken* symbol = call.arguments.empty() ? nullptr : symbol_in(call.arguments[0]);
  auto it = symbol == nullptr ? functions_.end() : functions_.find(symbol->text);
  FunctionId block = it == functions_.end() ? FunctionId() : it->second;
  if (bare_ && symbol != nullptr) block = bare_block(symbol->text);
  // Bare text passes the captured variables alone, and the block's own parameters come last.
  bool with_self = !bare_ || (block.valid() && call.arguments.size() == parameter_counts_[block.index()] + 2);
  if (!block.valid() || module_.functions[block].kind != FunctionKind::block ||
      (with_self && call.arguments.size() < 2) || block <= id || module_.functions[block].parent != id) {
    fail(line, "blockParam needs a block inside this function, and self");
    return false;
  }
  std::vector<VariableId> captured;
  for (size_t i = with_self ? 2 : 1; i < call.arguments.size(); ++i) {
    Local local;
    if (!variable_operand(call.arguments[i], line, local)) return false;
    bool own_field = bare_ && local.value.kind() == Value::Kind::self;
    if (!module_.variables[local.variable].function.valid() && !own_field) {
      fail(line, "only arguments and temporaries can be captured");
      return false;
    }
    captured.push_back(local.variable);
  }
  if (made_[block.index()] && captured_[block.index()] != captured) {
    fail(line, "the block is made twice with different variables");
    return false;
  }
  made_[block.index()] = 1;
  captured_[block.index()] = std::move(captured);
  locals_.insert_or_assign(call.result,
                           Local{Local::Kind::value, emit(Op::block, block.value, {}, range), {}});
  return true;
}

bool Reader::model_call(std::string_view model, const Call& call, const LlLine& line, FunctionId id,
                        Range range, uint8_t flags) {
  auto wrong = [&](const char* what) {
    fail(line, fmt::format("st.model.{} {}", model, what));
    return false;
  };
  auto bind = [&](Value value) {
    locals_.insert_or_assign(call.result, Local{Local::Kind::value, value, {}});
  };
  size_t count = call.arguments.size();
  if (model == "newTemp") {
    const LlToken* symbol = count == 1 ? symbol_in(call.arguments[0]) : nullptr;
    if (symbol == nullptr) return wrong("needs the name of a variable");
    std::string_view name = symbol->text;
    if (name.starts_with("st.name.")) name.remove_prefix(8);
    Variable variable;
    variable.name = module_.names.intern(name);
    variable.kind = VariableKind::temporary;
    variable.function = id;
    variable.place = range;
    variable.file = module_.functions[id].file;
    ++module_.functions[id].variables.count;
    locals_.insert_or_assign(call.result, Local{Local::Kind::variable, {}, module_.variables.add(variable)});
    return true;
  }
  if (bare_ && model == "instVar" && count == 1) {
    const LlToken* symbol = symbol_in(call.arguments[0]);
    VariableId field = symbol == nullptr ? VariableId() : bare_field(id, symbol->text);
    if (!field.valid()) return wrong("needs a method of a class around it");
    locals_.insert_or_assign(call.result, Local{Local::Kind::variable, Value::self(), field});
    return true;
  }
  if (model == "instVar" || model == "classVar" || model == "globalVar") {
    bool field = model == "instVar";
    const LlToken* symbol = count == (field ? 2 : 1) ? symbol_in(call.arguments[field ? 1 : 0]) : nullptr;
    auto it = symbol == nullptr ? shared_.end() : shared_.find(symbol->text);
    if (it == shared_.end()) return wrong("needs a variable that is declared");
    if ((module_.variables[it->second].kind == VariableKind::field) != field)
      return wrong("is for another kind of variable");
    Value object;
    if (field && !operand(call.arguments[0], line, range, object)) return false;
    if (field && !object.valid()) return wrong("needs an object");
    locals_.insert_or_assign(call.result, Local{Local::Kind::variable, object, it->second});
    return true;
  }
  // Bare text counts the arguments: blockParam3.
  bool counted = bare_ && model.starts_with("blockParam") && number_of(std::string(model.substr(10))) >= 0;
  if (model == "blockParam" || counted) return block_call(call, line, id, range);
  if (model == "opaqueRead" || model == "opaqueAssign") {
    bool write = model == "opaqueAssign";
    Local local;
    if (count != (write ? 2 : 1)) return wrong("has the wrong number of arguments");
    if (!variable_operand(call.arguments[0], line, local)) return false;
    std::vector<Value> operands;
    if (write) {
      Value value;
      if (!operand(call.arguments[1], line, range, value)) return false;
      operands.push_back(value);
    }
    if (local.value.valid()) operands.push_back(local.value);
    Value result = emit(write ? Op::write : Op::read, local.variable.value, operands, range, flags);
    if (!write) bind(result);
    return true;
  }
  if (model == "newObject") {
    const LlToken* symbol = count == 1 ? symbol_in(call.arguments[0]) : nullptr;
    auto it = symbol == nullptr ? classes_.end() : classes_.find(symbol->text);
    Value klass;
    if (it != classes_.end()) klass = Value::of(it->second);
    if (!klass.valid() && bare_) bare_constant(call.arguments[0], klass);
    if (klass.kind() != Value::Kind::class_ref) return wrong("needs a class");
    bind(emit(Op::new_object, klass.class_id().value, {}, range, flags));
    return true;
  }
  bool binary = model == "binaryop";
  if (!binary && model != "newArray" && model != "nonLocalReturn") return wrong("is not a model function");
  std::vector<Value> operands;
  for (size_t i = model == "nonLocalReturn" ? 0 : 1; i < count; ++i) {
    if (!operand(call.arguments[i], line, range, operands.emplace_back())) return false;
  }
  if (model == "newArray") {
    bind(emit(Op::array, 0, operands, range, flags));
    return true;
  }
  if (model == "nonLocalReturn") {
    if (operands.size() != 1) return wrong("needs a value");
    if (module_.functions[id].kind != FunctionKind::block) return wrong("is for blocks");
    emit(Op::return_home, 0, operands, range, flags);
    ended_ = true;
    return true;
  }
  const LlToken* symbol = count == 3 ? symbol_in(call.arguments[0]) : nullptr;
  if (symbol == nullptr) return wrong("needs an operator and two values");
  std::string_view selector = symbol->text;
  if (selector.starts_with("st.op.")) selector.remove_prefix(6);
  if (bare_ && selector.starts_with("global_op_")) selector.remove_prefix(10);
  bind(emit(Op::send, module_.names.intern(selector).value, operands, range, flags));
  return true;
}

bool Reader::read_call(const Call& call, const LlLine& line, FunctionId id, Range range, uint8_t flags) {
  std::string_view callee = call.callee;
  if (callee.starts_with("st.model.")) return model_call(callee.substr(9), call, line, id, range, flags);
  Op op = Op::send;
  if (callee.starts_with("st.call.")) {
    callee.remove_prefix(8);
  } else if (callee.starts_with("st.super.")) {
    callee.remove_prefix(9);
    op = Op::super_send;
  } else if (callee.starts_with("llvm.")) {
    return true;  // debug intrinsics
  } else if (bare_ && callee.starts_with("st.")) {
    callee.remove_prefix(3);
  } else {
    fail(line, fmt::format("@{} is not a SmallIR function", callee));
    return false;
  }
  std::vector<Value> operands;
  for (const auto& argument : call.arguments) {
    if (!operand(argument, line, range, operands.emplace_back())) return false;
  }
  if (operands.empty() || callee.empty()) {
    fail(line, "a send needs a selector and a receiver");
    return false;
  }
  Value result = emit(op, module_.names.intern(callee).value, operands, range, flags);
  locals_.insert_or_assign(call.result, Local{Local::Kind::value, result, {}});
  return true;
}

bool Reader::read_line(const LlLine& line, FunctionId id) {
  std::vector<LlToken> tokens = ll_tokens(line.text);
  if (tokens.empty() || is_punctuation(tokens.back(), ':')) return true;  // a label
  if (ended_) return true;                                                // the ret after a non-local return
  uint8_t flags = 0;
  Range range = place_of_line(tokens, flags);
  if (tokens[0].kind == Kind::word && tokens[0].text == "ret") {
    std::vector<LlToken> argument;
    for (size_t i = 1; i < tokens.size() && !is_punctuation(tokens[i], ','); ++i)
      argument.push_back(tokens[i]);
    Value value;
    if (!operand(argument, line, range, value)) return false;
    emit(Op::return_value, 0, {value}, range, flags);
    ended_ = true;
    return true;
  }
  Call call;
  size_t at = 0;
  if (tokens[0].kind == Kind::local && tokens.size() > 2 && is_punctuation(tokens[1], '=')) {
    call.result = tokens[0].text;
    at = 2;
  }
  bool is_call =
      std::any_of(tokens.begin() + static_cast<ptrdiff_t>(at),
                  tokens.begin() + static_cast<ptrdiff_t>(std::min(at + 2, tokens.size())),
                  [](const LlToken& token) { return token.kind == Kind::word && token.text == "call"; });
  while (at < tokens.size() && tokens[at].kind != Kind::global) ++at;
  if (!is_call || at >= tokens.size()) {
    fail(line, "SmallIR has only calls and returns");
    return false;
  }
  call.callee = tokens[at].text;
  split_arguments(tokens, at + 1, call.arguments);
  return read_call(call, line, id, range, flags);
}

bool Reader::read_body(const LlFunction& source, FunctionId id) {
  locals_.clear();
  code_.clear();
  ended_ = false;
  bool block = module_.functions[id].kind == FunctionKind::block;
  if (block && !made_[id.index()]) {
    fail(source.header, "no blockParam call makes this block");
    return false;
  }
  if (!bind_parameters(id, source.header)) return false;
  for (const LlLine& line : source.body) {
    if (!read_line(line, id)) return false;
  }
  if (!ended_) {
    fail(source.header, "the function does not end in ret");
    return false;
  }
  Function& function = module_.functions[id];
  function.instructions = {static_cast<uint32_t>(module_.instructions.size()),
                           static_cast<uint32_t>(code_.size())};
  module_.instructions.insert(module_.instructions.end(), code_.begin(), code_.end());
  function.captures = {static_cast<uint32_t>(module_.variable_lists.size()), 0};
  for (VariableId captured : captured_[id.index()]) {
    if (module_.variables[captured].kind == VariableKind::field) continue;
    module_.variable_lists.push_back(captured);
    ++function.captures.count;
  }
  return true;
}

// A function that could not be read returns nothing and does nothing.
void Reader::empty_body(FunctionId id) {
  code_.clear();
  emit(Op::return_value, 0, {Value::self()}, {});
  Function& function = module_.functions[id];
  if (function.kind == FunctionKind::method && (!function.class_id.valid() || !function.name.valid())) {
    function.kind = FunctionKind::load_time;
  }
  if (function.kind == FunctionKind::block && (!function.parent.valid() || function.parent >= id)) {
    function.kind = FunctionKind::load_time;
    function.parent = FunctionId();
  }
  function.arguments = 0;
  function.variables = {static_cast<uint32_t>(module_.variables.size()), 0};
  function.captures = {};
  captured_[id.index()].clear();
  function.instructions = {static_cast<uint32_t>(module_.instructions.size()), 1};
  module_.instructions.push_back(code_.back());
}

// What follows from the code: the home of each block, what is captured, assigned, and uses self.
void Reader::finish_functions() {
  std::vector<FunctionId> methods;
  for (uint32_t i = 0; i < module_.functions.size(); ++i) {
    Function& function = module_.functions[FunctionId(i)];
    bool block = function.kind == FunctionKind::block;
    function.home = block ? module_.functions[function.parent].home : FunctionId(i);
    if (block) function.class_id = module_.functions[function.home].class_id;
    if (function.kind == FunctionKind::method) methods.push_back(FunctionId(i));
    for (VariableId captured : module_.captures_of(function)) module_.variables[captured].captured = true;
    for (const Instruction& instruction : module_.body(function)) {
      if (instruction.op == Op::write) module_.variables[instruction.variable()].assigned = true;
      if (instruction.op == Op::return_home) function.leaves_home = true;
      for (Value value : module_.operands_of(instruction)) {
        if (value.kind() == Value::Kind::self) function.uses_self = true;
      }
    }
  }
  for (size_t i = module_.functions.size(); i-- > 0;) {
    const Function& function = module_.functions[FunctionId(static_cast<uint32_t>(i))];
    if (function.kind != FunctionKind::block) continue;
    Function& parent = module_.functions[function.parent];
    parent.uses_self = parent.uses_self || function.uses_self;
    if (parent.kind == FunctionKind::block) parent.leaves_home = parent.leaves_home || function.leaves_home;
  }
  list_methods(module_, std::move(methods));
}

void Reader::read_functions() {
  order_bare_functions();
  size_t count = ll_.functions.size();
  parameter_counts_.resize(count);
  captured_.resize(count);
  made_.resize(count);
  std::vector<uint8_t> good(count);
  for (size_t i = 0; i < count; ++i) {
    std::string name;
    for (const LlToken& token : ll_tokens(ll_.functions[i].header.text)) {
      if (token.kind == Kind::global) {
        name = token.text;
        break;
      }
    }
    FunctionId id = module_.functions.add();
    module_.functions[id].kind = FunctionKind::load_time;
    if (!functions_.emplace(name, id).second)
      fail(ll_.functions[i].header, fmt::format("@{} is defined twice", name));
    function_names_.push_back(std::move(name));
  }
  for (size_t i = 0; i < count; ++i)
    good[i] = read_header(ll_.functions[i], FunctionId(static_cast<uint32_t>(i)));
  declare_bare_fields();
  for (size_t i = 0; i < count; ++i) {
    FunctionId id(static_cast<uint32_t>(i));
    if (!good[i] || !read_body(ll_.functions[i], id)) empty_body(id);
  }
  finish_functions();
}

}  // namespace dh::smallir
