#include "smallir/print.h"

#include <fmt/format.h>

#include <iterator>

#include "base/hash.h"
#include "smallir/text_names.h"

namespace dh::smallir {

namespace {

class Printer {
 public:
  Printer(const Module& module, const PrintOptions& options) : module_(module), options_(options) {}
  std::string print();

 private:
  using Out = std::back_insert_iterator<std::string>;

  void globals();
  void function(FunctionId id);
  void instruction(const Function& function, const Instruction& instruction, uint32_t index);
  void send(const Instruction& instruction, std::span<const Value> operands);
  void block(const Instruction& instruction);
  void attachments(const Instruction& instruction);
  void metadata();
  void debug_header();
  uint32_t class_node(ClassId id);
  uint32_t function_node(FunctionId id);
  uint32_t literal_node(const Literal& literal);
  uint32_t variable_list(PoolRange range);
  uint32_t trait_list(const Class& klass);
  uint32_t pragma_list(const Function& function);
  uint32_t place_node(FileId file, Range range);
  uint32_t range_node(Range range);
  uint32_t location(Range range);
  uint32_t node(std::string text, bool distinct = false);
  uint32_t list(const std::vector<uint32_t>& nodes);
  std::string string(std::string_view text) const { return "!\"" + escape_llvm(text) + "\""; }
  std::string string(Symbol symbol) const { return string(module_.text(symbol)); }
  std::string value(Value value) const;
  std::string reference(VariableId id);  // the value that names a variable here; emits the call that makes it
  void line(std::string_view text) {
    out_ += "  ";
    out_ += text;
  }

  const Module& module_;
  PrintOptions options_;
  TextNames names_{module_};
  std::string out_;
  std::vector<std::string> nodes_;
  FlatMap<std::string, uint32_t, StringHash, std::equal_to<>> known_nodes_;

  // Of the function that is being printed.
  uint32_t next_ = 0;
  std::vector<uint32_t> results_;        // instruction -> number
  FlatMap<VariableId, uint32_t> local_;  // variable -> number
  uint32_t subprogram_ = 0;
  bool debug_ = false;
};

uint32_t Printer::node(std::string text, bool distinct) {
  if (!distinct) {
    auto [it, added] = known_nodes_.emplace(text, static_cast<uint32_t>(nodes_.size()));
    if (!added) return it->second;
  }
  nodes_.push_back(std::move(text));
  return static_cast<uint32_t>(nodes_.size() - 1);
}

uint32_t Printer::list(const std::vector<uint32_t>& nodes) {
  std::string text = "!{";
  for (size_t i = 0; i < nodes.size(); ++i) fmt::format_to(Out(text), "{}!{}", i == 0 ? "" : ", ", nodes[i]);
  return node(text + "}");
}

uint32_t Printer::range_node(Range range) {
  if (!options_.places) range = {};
  return node(fmt::format("!{{i32 {}, i32 {}, i32 {}, i32 {}}}", range.line, range.column, range.end_line,
                          range.end_column));
}

uint32_t Printer::place_node(FileId file, Range range) {
  if (!options_.places) return node("!{i32 -1, i32 0, i32 0, i32 0, i32 0}");
  return node(fmt::format("!{{i32 {}, i32 {}, i32 {}, i32 {}, i32 {}}}",
                          file.valid() ? int64_t{file.value} : -1, range.line, range.column, range.end_line,
                          range.end_column));
}

uint32_t Printer::location(Range range) {
  return node(
      fmt::format("!DILocation(line: {}, column: {}, scope: !{})", range.line, range.column, subprogram_));
}

std::string Printer::value(Value value) const {
  switch (value.kind()) {
    case Value::Kind::none:
      return "i8* null";
    case Value::Kind::result:
      return fmt::format("i8* %{}", results_[value.index()]);
    case Value::Kind::self:
      return "i8* %0";
    case Value::Kind::literal:
      return fmt::format("i8* @st.lit.{}", value.index());
    case Value::Kind::class_ref:
      return "i8* " + names_.class_symbol(value.class_id());
    case Value::Kind::context:
      return "i8* @st.thisContext";
  }
  return {};
}

std::string Printer::reference(VariableId id) {
  const Variable& variable = module_.variables[id];
  if (auto it = local_.find(id); it != local_.end()) return fmt::format("i8* %{}", it->second);
  std::string_view maker = variable.kind == VariableKind::class_variable ? "classVar" : "globalVar";
  line(fmt::format("%{} = call i8* @st.model.{}(i8* {})\n", next_, maker, names_.variable_symbol(id)));
  return fmt::format("i8* %{}", next_++);
}

void Printer::attachments(const Instruction& instruction) {
  if (options_.places && instruction.place.known()) {
    if (debug_) fmt::format_to(Out(out_), ", !dbg !{}", location(instruction.place));
    fmt::format_to(Out(out_), ", !st.place !{}", range_node(instruction.place));
  }
  if (instruction.flags != 0)
    fmt::format_to(Out(out_), ", !st.flags !{}", node(fmt::format("!{{i32 {}}}", instruction.flags)));
  out_ += '\n';
}

void Printer::send(const Instruction& instruction, std::span<const Value> operands) {
  std::string_view selector = module_.text(instruction.selector());
  if (instruction.op == Op::send && operands.size() == 2 && is_operator(selector)) {
    fmt::format_to(Out(out_), "call i8* @st.model.binaryop(i8* {}, {}, {})", quote_symbol("st.op.", selector),
                   value(operands[0]), value(operands[1]));
    return;
  }
  fmt::format_to(Out(out_), "call i8* (i8*, ...) {}(",
                 quote_symbol(instruction.op == Op::send ? "st.call." : "st.super.", selector));
  for (size_t i = 0; i < operands.size(); ++i)
    fmt::format_to(Out(out_), "{}{}", i == 0 ? "" : ", ", value(operands[i]));
  out_ += ')';
}

void Printer::block(const Instruction& instruction) {
  const Function& inner = module_.functions[instruction.function()];
  std::string type = "i8* (i8*";
  for (uint32_t i = 0; i < inner.captures.count + inner.arguments; ++i) type += ", i8*";
  fmt::format_to(Out(out_), "call i8* (i8*, ...) @st.model.blockParam(i8* bitcast ({})* {} to i8*), i8* %0",
                 type, names_.function_symbol(instruction.function()));
  for (VariableId captured : module_.captures_of(inner)) {
    auto it = local_.find(captured);
    DH_CHECK(it != local_.end(), "captured variable is not in scope");
    fmt::format_to(Out(out_), ", i8* %{}", it->second);
  }
  out_ += ')';
}

void Printer::instruction(const Function&, const Instruction& instruction, uint32_t index) {
  std::span<const Value> operands = module_.operands_of(instruction);
  auto assign_result = [&] {
    results_[index] = next_;
    line(fmt::format("%{} = ", next_++));
  };
  // A field is reached through the object it belongs to.
  auto variable_of = [&](size_t object) {
    const Variable& variable = module_.variables[instruction.variable()];
    if (variable.kind != VariableKind::field) return reference(instruction.variable());
    line(fmt::format("%{} = call i8* @st.model.instVar({}, i8* {})\n", next_, value(operands[object]),
                     names_.variable_symbol(instruction.variable())));
    return fmt::format("i8* %{}", next_++);
  };
  switch (instruction.op) {
    case Op::read: {
      std::string from = variable_of(0);
      assign_result();
      fmt::format_to(Out(out_), "call i8* @st.model.opaqueRead({})", from);
      break;
    }
    case Op::write: {
      std::string to = variable_of(1);
      line(fmt::format("call void @st.model.opaqueAssign({}, {})", to, value(operands[0])));
      break;
    }
    case Op::send:
    case Op::super_send:
      assign_result();
      send(instruction, operands);
      break;
    case Op::block:
      assign_result();
      block(instruction);
      break;
    case Op::array:
      assign_result();
      fmt::format_to(Out(out_), "call i8* (i32, ...) @st.model.newArray(i32 {}", operands.size());
      for (Value element : operands) fmt::format_to(Out(out_), ", {}", value(element));
      out_ += ')';
      break;
    case Op::new_object:
      assign_result();
      fmt::format_to(Out(out_), "call i8* @st.model.newObject(i8* {})",
                     names_.class_symbol(instruction.class_id()));
      break;
    case Op::return_value:
      line(fmt::format("ret {}", value(operands[0])));
      break;
    case Op::return_home:
      line(fmt::format("call void @st.model.nonLocalReturn({})", value(operands[0])));
      break;
  }
  attachments(instruction);
  if (instruction.op == Op::return_home) line("ret i8* null\n");
}

void Printer::function(FunctionId id) {
  const Function& function = module_.functions[id];
  debug_ = options_.places && function.file.valid() && function.place.known();
  if (debug_) {
    subprogram_ = node(
        fmt::format("distinct !DISubprogram(name: \"{}\", scope: !{}, file: !{}, line: {}, type: !{}, unit: "
                    "!0, spFlags: DISPFlagDefinition)",
                    escape_llvm(function_title(module_, id)), 2 + function.file.value,
                    2 + function.file.value, function.place.line, node("!DISubroutineType(types: !{null})")),
        true);
  }
  local_.clear();
  next_ = 1;
  std::string parameters = "i8* %0";
  auto parameter = [&](VariableId variable) {
    local_[variable] = next_;
    fmt::format_to(Out(parameters), ", i8* %{}", next_++);
  };
  for (VariableId captured : module_.captures_of(function)) parameter(captured);
  for (uint32_t i = 0; i < function.arguments; ++i) parameter(module_.declared(function, i));
  fmt::format_to(Out(out_), "\ndefine i8* {}({})", names_.function_symbol(id), parameters);
  if (debug_) fmt::format_to(Out(out_), " !dbg !{}", subprogram_);
  fmt::format_to(Out(out_), " !st.function !{} {{\nentry:\n", function_node(id));
  for (uint32_t i = function.arguments; i < function.variables.count; ++i) {
    VariableId id_of_temp = module_.declared(function, i);
    const Variable& variable = module_.variables[id_of_temp];
    local_[id_of_temp] = next_;
    line(fmt::format("%{} = call i8* @st.model.newTemp(i8* {})", next_++,
                     quote_symbol("st.name.", module_.text(variable.name))));
    Instruction place;
    place.place = variable.place;
    attachments(place);
  }
  std::span<const Instruction> body = module_.body(function);
  results_.assign(body.size(), 0);
  for (uint32_t i = 0; i < body.size(); ++i) instruction(function, body[i], i);
  out_ += "}\n";
}

uint32_t Printer::variable_list(PoolRange range) {
  std::vector<uint32_t> items;
  for (uint32_t i = 0; i < range.count; ++i) {
    const Variable& variable = module_.variables[VariableId(range.first + i)];
    items.push_back(
        node(fmt::format("!{{{}, !{}}}", string(variable.name), place_node(variable.file, variable.place))));
  }
  return list(items);
}

uint32_t Printer::trait_list(const Class& klass) {
  std::vector<uint32_t> uses;
  for (const TraitUse& use : module_.traits_of(klass)) {
    std::vector<uint32_t> rules;
    for (const TraitRule& rule : module_.rules_of(use)) {
      rules.push_back(node(fmt::format("!{{{}, {}}}", string(rule.selector), string(rule.alias))));
    }
    uses.push_back(node(fmt::format("!{{i32 {}, !{}}}", use.trait.value, list(rules))));
  }
  return list(uses);
}

uint32_t Printer::class_node(ClassId id) {
  const Class& klass = module_.classes[id];
  const Class& meta = module_.classes[klass.other_side];
  auto super = [](ClassId c) { return c.valid() ? int64_t{c.value} : -1; };
  unsigned flags = (klass.defined ? 1u : 0) | (klass.is_trait ? 2u : 0) | (klass.indexed ? 4u : 0) |
                   (klass.new_sends_initialize ? 8u : 0);
  return node(fmt::format("!{{{}, {}, {}, {}, i32 {}, i32 {}, i32 {}, {}, !{}, !{}, !{}, !{}, !{}, !{}}}",
                          string(klass.name), string(klass.name_space), string(klass.package),
                          string(klass.category), super(klass.superclass), super(meta.superclass), flags,
                          string(dialect_name(klass.dialect)), place_node(klass.file, klass.place),
                          variable_list(klass.fields), variable_list(klass.class_variables),
                          variable_list(meta.fields), trait_list(klass), trait_list(meta)));
}

uint32_t Printer::pragma_list(const Function& function) {
  std::vector<uint32_t> pragmas;
  for (const Pragma& pragma : module_.pragmas_of(function)) {
    std::string text = "!{" + string(pragma.selector);
    for (LiteralId argument : module_.arguments_of(pragma))
      fmt::format_to(Out(text), ", i32 {}", argument.value);
    pragmas.push_back(node(text + "}"));
  }
  return list(pragmas);
}

uint32_t Printer::function_node(FunctionId id) {
  const Function& function = module_.functions[id];
  static constexpr const char* kKinds[] = {"method", "block", "main", "load"};
  return node(
      fmt::format("!{{!\"{}\", {}, i32 {}, i32 {}, {}, {}, !{}, i32 {}, i32 {}, !{}, !{}}}",
                  kKinds[static_cast<size_t>(function.kind)], string(function.name),
                  function.class_id.valid() ? int64_t{function.class_id.value} : -1,
                  function.parent.valid() ? int64_t{function.parent.value} : -1, string(function.protocol),
                  string(function.package), place_node(function.file, function.place),
                  function.is_primitive ? 1 : 0, function.captures.count,
                  variable_list({function.variables.first, function.arguments}), pragma_list(function)),
      true);
}

uint32_t Printer::literal_node(const Literal& literal) {
  std::string text = fmt::format("!{{!\"{}\", {}", literal_kind_name(literal.kind), string(literal.text));
  for (LiteralId element : module_.elements_of(literal)) fmt::format_to(Out(text), ", i32 {}", element.value);
  return node(text + "}", true);
}

void Printer::globals() {
  out_ += "; SmallIR 1: Smalltalk and other dynamic languages as LLVM IR. See docs/smallir.md.\n";
  out_ += "source_filename = \"smallir\"\n\n";
  for (uint32_t i = 0; i < module_.classes.size(); i += 2) {
    for (ClassId side : {ClassId(i), ClassId(i + 1)}) {
      fmt::format_to(Out(out_), "{} = external global i8\n", names_.class_symbol(side));
    }
  }
  for (uint32_t i = 0; i < module_.variables.size(); ++i) {
    if (module_.variables[VariableId(i)].function.valid()) continue;
    fmt::format_to(Out(out_), "{} = external global i8\n", names_.variable_symbol(VariableId(i)));
  }
  for (uint32_t i = 0; i < module_.literals.size(); ++i)
    fmt::format_to(Out(out_), "@st.lit.{} = external global i8\n", i);
  FlatSet<Symbol> temporaries, operators, sends, supers;
  for (const Variable& variable : module_.variables) {
    if (variable.kind == VariableKind::temporary && temporaries.insert(variable.name).second) {
      fmt::format_to(Out(out_), "{} = external global i8\n",
                     quote_symbol("st.name.", module_.text(variable.name)));
    }
  }
  out_ += "@st.thisContext = external global i8\n";
  std::string declarations;
  for (const Instruction& instruction : module_.instructions) {
    if (instruction.op != Op::send && instruction.op != Op::super_send) continue;
    std::string_view selector = module_.text(instruction.selector());
    bool is_super = instruction.op == Op::super_send;
    if (!is_super && instruction.operands.count == 2 && is_operator(selector)) {
      if (operators.insert(instruction.selector()).second) {
        fmt::format_to(Out(out_), "{} = external global i8\n", quote_symbol("st.op.", selector));
      }
    } else if ((is_super ? supers : sends).insert(instruction.selector()).second) {
      fmt::format_to(Out(declarations), "declare i8* {}(i8*, ...)\n",
                     quote_symbol(is_super ? "st.super." : "st.call.", selector));
    }
  }
  out_ +=
      "\ndeclare i8* @st.model.newTemp(i8*)\ndeclare i8* @st.model.instVar(i8*, i8*)\n"
      "declare i8* @st.model.classVar(i8*)\ndeclare i8* @st.model.globalVar(i8*)\n"
      "declare i8* @st.model.opaqueRead(i8*)\ndeclare void @st.model.opaqueAssign(i8*, i8*)\n"
      "declare i8* @st.model.binaryop(i8*, i8*, i8*)\ndeclare i8* @st.model.blockParam(i8*, ...)\n"
      "declare i8* @st.model.newArray(i32, ...)\ndeclare i8* @st.model.newObject(i8*)\n"
      "declare void @st.model.nonLocalReturn(i8*)\n" +
      declarations;
}

// Nodes 0 and 1 and one DIFile per file come first, so that functions know their numbers.
void Printer::debug_header() {
  if (!options_.places || module_.files.empty()) return;
  node(
      "distinct !DICompileUnit(language: DW_LANG_C, file: !2, producer: \"deadheat\", isOptimized: false, "
      "runtimeVersion: 0, emissionKind: FullDebug)",
      true);
  node("!{i32 2, !\"Debug Info Version\", i32 3}", true);
  for (const std::string& file : module_.files) {
    node(fmt::format("!DIFile(filename: \"{}\", directory: \"\")", escape_llvm(file)), true);
  }
}

void Printer::metadata() {
  std::vector<uint32_t> files, classes, globals, literals;
  if (options_.places) {
    for (const std::string& file : module_.files)
      files.push_back(node(fmt::format("!{{{}}}", string(std::string_view(file))), true));
  }
  for (uint32_t i = 0; i < module_.classes.size(); i += 2) classes.push_back(class_node(ClassId(i)));
  for (const Variable& variable : module_.variables) {
    if (variable.kind != VariableKind::global) continue;
    globals.push_back(
        node(fmt::format("!{{{}, {}, i32 {}, !{}}}", string(variable.name), string(variable.name_space),
                         variable.undeclared ? 1 : 0, place_node(variable.file, variable.place)),
             true));
  }
  for (const Literal& literal : module_.literals) literals.push_back(literal_node(literal));
  auto named = [&](std::string_view name, const std::vector<uint32_t>& nodes) {
    fmt::format_to(Out(out_), "!{} = !{{", name);
    for (size_t i = 0; i < nodes.size(); ++i)
      fmt::format_to(Out(out_), "{}!{}", i == 0 ? "" : ", ", nodes[i]);
    out_ += "}\n";
  };
  out_ += '\n';
  if (options_.places && !module_.files.empty()) {
    out_ += "!llvm.dbg.cu = !{!0}\n!llvm.module.flags = !{!1}\n";
  }
  named("st.files", files);
  named("st.classes", classes);
  named("st.globals", globals);
  named("st.literals", literals);
  out_ += '\n';
  for (size_t i = 0; i < nodes_.size(); ++i) fmt::format_to(Out(out_), "!{} = {}\n", i, nodes_[i]);
}

std::string Printer::print() {
  debug_header();
  globals();
  for (uint32_t i = 0; i < module_.functions.size(); ++i) function(FunctionId(i));
  metadata();
  return std::move(out_);
}

}  // namespace

std::string print(const Module& module, const PrintOptions& options) {
  return Printer(module, options).print();
}

}  // namespace dh::smallir
