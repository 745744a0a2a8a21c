#include "smalltalk/definitions.h"

#include <algorithm>

namespace dh::smalltalk {

namespace {

const ChainNode* as_chain(const Node* node) {
  return node != nullptr && node->kind == NodeKind::chain ? static_cast<const ChainNode*>(node) : nullptr;
}

// The text of a variable, symbol, string or binding; empty for the rest.
std::string_view name_of(const Node* node) {
  if (node == nullptr) return {};
  if (node->kind == NodeKind::variable) return static_cast<const VariableNode*>(node)->name;
  if (node->kind != NodeKind::literal) return {};
  const auto* literal = static_cast<const LiteralNode*>(node);
  switch (literal->literal) {
    case LiteralKind::symbol:
    case LiteralKind::string:
    case LiteralKind::binding:
      return literal->text;
    case LiteralKind::nil:
      return "nil";
    default:
      return {};
  }
}

std::vector<std::string_view> keywords_of(std::string_view selector) {
  std::vector<std::string_view> keywords;
  while (!selector.empty()) {
    size_t colon = selector.find(':');
    if (colon == std::string_view::npos) break;
    keywords.push_back(selector.substr(0, colon + 1));
    selector.remove_prefix(colon + 1);
  }
  return keywords;
}

// bar [ ^ 3 ], as in GNU Smalltalk
bool is_bracketed(std::string_view method) {
  Arena scratch;
  Header header = parse_header(method, 0, Dialect::gnu, scratch);
  uint32_t open = Lexer(method, Dialect::gnu).skip_blanks(header.end);
  if (header.selector.empty() || open >= method.size() || method[open] != '[') return false;
  uint32_t close = closing_bracket(method, open);
  return close < method.size() && trim(method.substr(close + 1)).empty();
}

class DefinitionReader {
 public:
  DefinitionReader(FileImage& image, const CodeText& code) : image_(image), code_(code) {}

  bool read(const Node* statement);

 private:
  bool class_definition(const ChainNode& chain);
  bool fluid_definition(const ChainNode& chain);
  bool class_side_variables(const ChainNode& chain);
  bool trait_definition(const ChainNode& chain);
  bool global_definition(const ChainNode& chain);
  bool added_variable(const ChainNode& chain);
  bool removed_selector(const ChainNode& chain);
  bool removed_class(const ChainNode& chain);
  bool compiled_method(const ChainNode& chain);
  CodeText string_code(const LiteralNode& string);
  void apply(ClassDefinition& definition, std::string_view keyword, const Node* argument);
  std::vector<NameAt> names(const Node* node);
  std::vector<TraitSpec> traits(const Node* node);
  Span in_file(Span span) const { return {code_.offset_in_file(span.begin), code_.offset_in_file(span.end)}; }

  FileImage& image_;
  const CodeText& code_;
};

// Names in a string ('a b'), a literal array, or a brace array of symbols and slots (#a => WeakSlot).
std::vector<NameAt> DefinitionReader::names(const Node* node) {
  std::vector<NameAt> result;
  if (node == nullptr) return result;
  if (node->kind == NodeKind::literal) {
    const auto* literal = static_cast<const LiteralNode*>(node);
    if (literal->literal == LiteralKind::string) {
      // Quotes are rare here; with them the columns are a little too small, but the lines are right.
      return split_words(literal->text, code_.offset_in_file(node->span.begin + 1));
    }
    for (const LiteralNode* element : literal->elements) {
      if (!element->text.empty()) result.push_back({element->text, in_file(element->span)});
    }
    return result;
  }
  if (node->kind != NodeKind::brace) return result;
  for (const Node* element : static_cast<const BraceNode*>(node)->elements) {
    const Node* named = as_chain(element) != nullptr ? as_chain(element)->receiver : element;
    std::string_view name = name_of(named);
    if (!name.empty()) result.push_back({name, in_file(named->span)});
  }
  return result;
}

std::vector<TraitSpec> DefinitionReader::traits(const Node* node) {
  if (node == nullptr) return {};
  return parse_trait_composition(code_.text.substr(node->span.begin, node->span.end - node->span.begin),
                                 image_.dialect);
}

void DefinitionReader::apply(ClassDefinition& definition, std::string_view keyword, const Node* argument) {
  if (keyword == "instanceVariableNames:" || keyword == "instVarNames:" || keyword == "slots:") {
    definition.instance_variables = names(argument);
  } else if (keyword == "classVariableNames:" || keyword == "sharedVariables:" ||
             keyword == "classVariables:" || keyword == "classVars:") {
    for (NameAt& name : names(argument)) definition.class_variables.push_back(name);
  } else if (keyword == "classConstants:") {
    for (NameAt& name : names(argument)) definition.class_variables.push_back(name);
  } else if (keyword == "classInstanceVariableNames:" || keyword == "classInstVars:" ||
             keyword == "classSlots:") {
    definition.class_instance_variables = names(argument);
  } else if (keyword == "poolDictionaries:" || keyword == "sharedPools:" || keyword == "imports:") {
    for (const NameAt& name : names(argument)) {
      std::string_view pool = name.name;
      if (pool.ends_with(".*")) pool.remove_suffix(2);
      definition.pools.push_back(pool);
    }
  } else if (keyword == "category:" || keyword == "tag:") {
    definition.category = name_of(argument);
  } else if (keyword == "package:") {
    definition.package = name_of(argument);
  } else if (keyword == "uses:" || keyword == "traits:" || keyword == "trait:") {
    definition.traits = traits(argument);
  } else if (keyword == "classTraits:") {
    definition.class_traits = traits(argument);
  } else if (keyword == "superclass:") {
    definition.superclass = name_of(argument);
  } else if (keyword == "indexedType:") {
    definition.indexed = name_of(argument) != "none";
  } else if (keyword == "layout:") {
    definition.indexed = name_of(argument).starts_with("Variable");
  }
}

// Object subclass: #Foo instanceVariableNames: 'a b' ...; Smalltalk defineClass: #Foo superclass: ...
bool DefinitionReader::class_definition(const ChainNode& chain) {
  if (chain.messages.size() != 1 || chain.receiver->kind != NodeKind::variable) return false;
  const Message& message = chain.messages[0];
  std::vector<std::string_view> keywords = keywords_of(message.selector);
  if (keywords.empty()) return false;
  bool subclass = keywords[0].ends_with("ubclass:");
  bool define = keywords[0] == "defineClass:";
  if (!subclass && !define) return false;
  ClassDefinition definition;
  definition.name = name_of(message.arguments[0]);
  if (!is_class_name(definition.name)) return false;
  definition.span = in_file(message.arguments[0]->span);
  std::string_view receiver = name_of(chain.receiver);
  if (subclass) {
    definition.superclass = receiver;
    definition.indexed = keywords[0] != "subclass:";
  } else {
    definition.name_space = receiver;
  }
  for (size_t i = 1; i < keywords.size(); ++i) apply(definition, keywords[i], message.arguments[i]);
  if (definition.package.empty()) definition.package = definition.category;
  image_.classes.push_back(std::move(definition));
  return true;
}

// The messages of a fluid definition; any other `<<` prints to a stream.
bool defines_class(const Message& message) {
  if (message.selector == "install") return true;
  static constexpr std::string_view kKeywords[] = {
      "slots:", "classSlots:", "sharedVariables:", "classVariables:", "layout:",      "traits:",
      "uses:",  "tag:",        "package:",         "category:",       "sharedPools:", "classTraits:"};
  std::vector<std::string_view> keywords = keywords_of(message.selector);
  return !keywords.empty() && std::all_of(keywords.begin(), keywords.end(), [](std::string_view keyword) {
    return std::find(std::begin(kKeywords), std::end(kKeywords), keyword) != std::end(kKeywords);
  });
}

// Object << #Foo slots: {#a}; package: 'P'
bool DefinitionReader::fluid_definition(const ChainNode& chain) {
  if (chain.messages.empty() || chain.messages[0].selector != "<<") return false;
  const Node* super = chain.receiver;
  const Node* named = chain.messages[0].arguments[0];
  std::string_view name = name_of(named);
  if (named->kind != NodeKind::literal || !is_class_name(name) || name[0] < 'A' || name[0] > 'Z')
    return false;
  auto more = chain.messages.subspan(1);
  if (!std::all_of(more.begin(), more.end(), defines_class)) return false;
  ClassDefinition definition;
  definition.name = name;
  definition.span = in_file(named->span);
  definition.superclass = name_of(super);
  if (definition.superclass == "Trait") {
    definition.is_trait = true;
    definition.superclass = "nil";
  }
  for (const Message& message : more) {
    std::vector<std::string_view> keywords = keywords_of(message.selector);
    for (size_t i = 0; i < keywords.size(); ++i) apply(definition, keywords[i], message.arguments[i]);
  }
  image_.classes.push_back(std::move(definition));
  return true;
}

// Foo class instanceVariableNames: 'a b'
bool DefinitionReader::class_side_variables(const ChainNode& chain) {
  if (chain.messages.size() != 2 || chain.messages[0].selector != "class" ||
      chain.receiver->kind != NodeKind::variable) {
    return false;
  }
  const Message& message = chain.messages[1];
  std::vector<std::string_view> keywords = keywords_of(message.selector);
  auto at = std::find(keywords.begin(), keywords.end(), "instanceVariableNames:");
  if (at == keywords.end()) return false;
  ClassDefinition definition;
  definition.name = name_of(chain.receiver);
  definition.span = in_file(chain.span);
  definition.extends = true;
  definition.class_instance_variables = names(message.arguments[static_cast<size_t>(at - keywords.begin())]);
  if (keywords[0] == "uses:") definition.class_traits = traits(message.arguments[0]);
  image_.classes.push_back(std::move(definition));
  return true;
}

// Trait named: #TFoo uses: {} category: 'x'
bool DefinitionReader::trait_definition(const ChainNode& chain) {
  if (chain.messages.size() != 1 || name_of(chain.receiver) != "Trait") return false;
  const Message& message = chain.messages[0];
  std::vector<std::string_view> keywords = keywords_of(message.selector);
  if (keywords.empty() || keywords[0] != "named:") return false;
  ClassDefinition definition;
  definition.name = name_of(message.arguments[0]);
  if (!is_class_name(definition.name)) return false;
  definition.is_trait = true;
  definition.superclass = "nil";
  definition.span = in_file(message.arguments[0]->span);
  for (size_t i = 1; i < keywords.size(); ++i) apply(definition, keywords[i], message.arguments[i]);
  image_.classes.push_back(std::move(definition));
  return true;
}

// Smalltalk at: #Foo put: expression; Smalltalk addSubspace: #Foo
bool DefinitionReader::global_definition(const ChainNode& chain) {
  if (chain.messages.size() != 1 || name_of(chain.receiver) != "Smalltalk") return false;
  const Message& message = chain.messages[0];
  if (message.selector == "addSubspace:") return true;
  if (message.selector != "at:put:") return false;
  std::string_view name = name_of(message.arguments[0]);
  const Node* value = message.arguments[1];
  if (!is_class_name(name)) return false;
  image_.globals.push_back({name, {}, in_file(message.arguments[0]->span)});
  ScriptSource script;
  script.load_time = true;
  script.assigns = name;
  script.code = slice_code(image_, code_, value->span.begin, value->span.end);
  image_.scripts.push_back(script);
  return true;
}

// Foo addClassVarName: 'X'; Foo addClassConstant: 'X' value: 3; Foo addInstVarName: 'x'
bool DefinitionReader::added_variable(const ChainNode& chain) {
  if (chain.messages.size() != 1 || chain.receiver->kind != NodeKind::variable) return false;
  const Message& message = chain.messages[0];
  bool class_variable =
      message.selector.starts_with("addClassVar") || message.selector.starts_with("addClassConstant");
  bool instance_variable = message.selector.starts_with("addInstVar");
  if ((!class_variable && !instance_variable) || message.arguments.empty()) return false;
  ClassDefinition definition;
  definition.name = name_of(chain.receiver);
  definition.extends = true;
  definition.span = in_file(chain.span);
  (class_variable ? definition.class_variables : definition.instance_variables) = names(message.arguments[0]);
  image_.classes.push_back(std::move(definition));
  return true;
}

// Foo removeSelector: #bar; Foo class removeSelector: #bar
bool DefinitionReader::removed_selector(const ChainNode& chain) {
  bool class_side = chain.messages.size() == 2 && chain.messages[0].selector == "class";
  const Message& message = chain.messages.back();
  if (message.selector != "removeSelector:" || chain.receiver->kind != NodeKind::variable ||
      chain.messages.size() != (class_side ? 2u : 1u)) {
    return false;
  }
  MethodSource removal;
  removal.removed = true;
  removal.class_name = name_of(chain.receiver);
  removal.class_side = class_side;
  removal.selector = name_of(message.arguments[0]);
  removal.code = slice_code(image_, code_, chain.span.begin, chain.span.begin);
  if (!is_class_name(removal.class_name) || removal.selector.empty()) return false;
  image_.methods.push_back(removal);
  return true;
}

// Smalltalk removeClassNamed: #Foo; Foo removeFromSystem
bool DefinitionReader::removed_class(const ChainNode& chain) {
  if (chain.messages.size() != 1 || chain.receiver->kind != NodeKind::variable) return false;
  const Message& message = chain.messages[0];
  ClassDefinition removal;
  removal.removed = true;
  removal.span = in_file(chain.span);
  if (message.selector == "removeClassNamed:") {
    removal.name = name_of(message.arguments[0]);
  } else if (message.selector == "removeFromSystem") {
    removal.name = name_of(chain.receiver);
  }
  if (!is_class_name(removal.name) || removal.name[0] < 'A' || removal.name[0] > 'Z') return false;
  image_.classes.push_back(std::move(removal));
  return true;
}

// The inside of a string as code: doubled quotes are one, and places are still those of the file.
CodeText DefinitionReader::string_code(const LiteralNode& string) {
  CodeText code{string.text, code_.offset_in_file(string.span.begin + 1), {}};
  std::vector<Shift> shifts;
  uint32_t from = string.span.begin + 1;  // in code_
  for (uint32_t at = 0; at < code.text.size(); ++at, ++from) {
    uint32_t delta = code_.offset_in_file(from) - code.base - at;
    if (shifts.empty() ? delta != 0 : shifts.back().delta != delta) shifts.push_back({at, delta});
    if (code.text[at] == '\'') ++from;
  }
  code.shifts = image_.arena->copy(shifts);
  return code;
}

// Foo compile: 'bar ^ 3' classified: 'x'; Foo class compile: 'bar ^ 3'
bool DefinitionReader::compiled_method(const ChainNode& chain) {
  bool class_side = chain.messages.size() == 2 && chain.messages[0].selector == "class";
  const Message& message = chain.messages.back();
  if ((message.selector != "compile:" && !message.selector.starts_with("compile:classified:")) ||
      chain.receiver->kind != NodeKind::variable || chain.messages.size() != (class_side ? 2u : 1u) ||
      message.arguments[0]->kind != NodeKind::literal) {
    return false;
  }
  const auto& source = static_cast<const LiteralNode&>(*message.arguments[0]);
  MethodSource method;
  method.class_name = name_of(chain.receiver);
  if (source.literal != LiteralKind::string || !is_class_name(method.class_name)) return false;
  method.class_side = class_side;
  method.code = string_code(source);
  if (image_.dialect == Dialect::gnu && is_bracketed(method.code.text)) method.form = MethodForm::bracketed;
  if (message.arguments.size() > 1) method.protocol = name_of(message.arguments[1]);
  image_.methods.push_back(method);
  return true;
}

bool DefinitionReader::read(const Node* statement) {
  const ChainNode* chain = as_chain(statement);
  if (chain == nullptr) return false;
  // (Object subclass: 'Foo' instVarNames: #() ...) category: 'Foos'; immediateInvariant
  const ChainNode* inner = as_chain(chain->receiver);
  if (inner != nullptr && chain->messages[0].selector == "category:") return class_definition(*inner);
  return fluid_definition(*chain) || class_definition(*chain) || class_side_variables(*chain) ||
         trait_definition(*chain) || global_definition(*chain) || added_variable(*chain) ||
         removed_selector(*chain) || removed_class(*chain) || compiled_method(*chain);
}

}  // namespace

bool read_definition(FileImage& image, const Node* statement, const CodeText& code) {
  return DefinitionReader(image, code).read(statement);
}

bool is_metadata(const Node* statement) {
  if (statement->kind == NodeKind::literal) return true;
  const ChainNode* chain = as_chain(statement);
  if (chain == nullptr) return false;
  std::string_view selector = chain->messages.back().selector;
  return selector == "comment:" || selector == "guid:" || selector == "category:" ||
         selector == "isAbstract:" || selector == "isNonInstantiable:" || selector == "addCategory:" ||
         selector == "methodProtocol:attributes:selectors:";
}

bool read_definitions(FileImage& image, const CodeText& code) {
  const ParsedMethod parsed = parse_method(code.text, MethodForm::script, image.dialect, *image.arena);
  if (parsed.method == nullptr) return false;
  bool is_all = true;
  for (const Node* statement : parsed.method->body.statements) {
    if (!read_definition(image, statement, code) && !is_metadata(statement)) is_all = false;
  }
  return is_all;
}

}  // namespace dh::smalltalk
