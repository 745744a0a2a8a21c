// Text without SmallIR's metadata, as SmallRace describes it (Table I and Listing 3 of the paper): functions
// in any order, `main` without self, captured variables without self, constants by name or number, fields by
// name alone, `st.forkAt:` beside `st.call.forkAt:`.
#include <algorithm>
#include <cctype>

#include "smallir/read_state.h"

namespace dh::smallir {

namespace {

bool is_number(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// `st.anonfun.2*main.7` names st.anonfun.2*main: constants of one name are numbered.
std::string_view without_number(std::string_view symbol) {
  size_t dot = symbol.rfind('.');
  bool numbered = dot != std::string_view::npos && is_number(symbol.substr(dot + 1));
  return numbered ? symbol.substr(0, dot) : symbol;
}

std::string name_of(const LlFunction& function) {
  for (const LlToken& token : ll_tokens(function.header.text)) {
    if (token.kind == LlToken::Kind::global) return token.text;
  }
  return {};
}

}  // namespace

// Each function is followed by its blocks, outer ones first.
void Reader::order_bare_functions() {
  std::vector<std::string> names;
  StringMap<uint32_t> by_name;
  for (uint32_t i = 0; i < ll_.functions.size(); ++i) {
    if (ll_.functions[i].header.text.find("!st.function") != std::string_view::npos) return;
    names.push_back(name_of(ll_.functions[i]));
    by_name.emplace(names.back(), i);
  }
  bare_ = true;
  std::vector<std::vector<uint32_t>> blocks(names.size());
  std::vector<uint32_t> open;
  for (uint32_t i = 0; i < names.size(); ++i) {
    size_t star = names[i].starts_with("st.anonfun.") ? names[i].find('*') : std::string::npos;
    auto outer = star == std::string::npos ? by_name.end() : by_name.find(names[i].substr(star + 1));
    (outer == by_name.end() ? open : blocks[outer->second]).push_back(i);
  }
  std::reverse(open.begin(), open.end());
  std::vector<LlFunction> ordered;
  while (!open.empty()) {
    uint32_t at = open.back();
    open.pop_back();
    ordered.push_back(std::move(ll_.functions[at]));
    open.insert(open.end(), blocks[at].rbegin(), blocks[at].rend());
  }
  ll_.functions = std::move(ordered);
}

ClassId Reader::bare_class(std::string_view name) {
  std::string symbol = "st.class." + std::string(name);
  auto it = classes_.find(symbol);
  if (it != classes_.end()) return it->second;
  ClassId id = add_class(intern(name), Symbol());
  classes_.emplace(symbol, id);
  classes_.emplace(symbol + " class", module_.classes[id].other_side);
  return id;
}

ClassId Reader::class_around(FunctionId id) const {
  while (module_.functions[id].parent.valid()) id = module_.functions[id].parent;
  return module_.functions[id].class_id;
}

// A field belongs to the class of the method that mentions it: the text has no class hierarchy.
void Reader::declare_bare_fields() {
  std::vector<std::pair<ClassId, std::string>> mentioned;
  for (uint32_t i = 0; bare_ && i < ll_.functions.size(); ++i) {
    ClassId owner = class_around(FunctionId(i));
    for (const LlLine& line : ll_.functions[i].body) {
      if (!owner.valid() || line.text.find("@st.model.instVar(") == std::string_view::npos) continue;
      std::vector<LlToken> tokens = ll_tokens(line.text);
      auto is_name = [](const LlToken& token) {
        return token.kind == LlToken::Kind::global && token.text != "st.model.instVar";
      };
      auto name = std::find_if(tokens.begin(), tokens.end(), is_name);
      if (name != tokens.end()) mentioned.emplace_back(owner, name->text);
    }
  }
  std::sort(mentioned.begin(), mentioned.end());
  mentioned.erase(std::unique(mentioned.begin(), mentioned.end()), mentioned.end());
  for (const auto& [owner, name] : mentioned) {
    Variable variable;
    variable.name = intern(name);
    variable.kind = VariableKind::field;
    variable.class_id = owner;
    VariableId made = module_.variables.add(variable);
    PoolRange& fields = module_.classes[owner].fields;
    if (fields.count++ == 0) fields.first = made.value;
    shared_.emplace(field_symbol(owner, name), made);
  }
}

std::string Reader::field_symbol(ClassId owner, std::string_view name) const {
  return "st.field." + class_title(module_, owner) + "." + std::string(name);
}

VariableId Reader::bare_field(FunctionId id, std::string_view name) const {
  ClassId owner = class_around(id);
  auto it = owner.valid() ? shared_.find(field_symbol(owner, name)) : shared_.end();
  return it == shared_.end() ? VariableId() : it->second;
}

// Numbers, classes by their capital letter, and names of other constants.
bool Reader::bare_constant(const std::vector<LlToken>& argument, Value& value) {
  // The type of a constant comes first, and has numbers too: [3 x i8]* @x.
  auto named = std::find_if(argument.begin(), argument.end(),
                            [](const LlToken& token) { return token.kind == LlToken::Kind::global; });
  auto number = std::find_if(argument.begin(), argument.end(), [](const LlToken& token) {
    return token.kind == LlToken::Kind::word && is_number(token.text);
  });
  if (named == argument.end() && number == argument.end()) return false;
  std::string_view name = named != argument.end() ? named->text : number->text;
  if (name.empty()) return false;
  if (std::isupper(static_cast<unsigned char>(name[0])) != 0) {
    value = Value::of(bare_class(without_number(name)));
    return true;
  }
  Literal literal;
  literal.kind = is_number(name) ? LiteralKind::integer : LiteralKind::opaque;
  if (name == "nil") literal.kind = LiteralKind::nil;
  if (name == "true") literal.kind = LiteralKind::true_value;
  if (name == "false") literal.kind = LiteralKind::false_value;
  if (is_number(name)) literal.text = module_.names.intern(name);
  value = Value::of(module_.literals.add(literal));
  return true;
}

FunctionId Reader::bare_block(const std::string& symbol) const {
  auto it = functions_.find(symbol);
  if (it == functions_.end()) it = functions_.find(std::string(without_number(symbol)));
  return it == functions_.end() ? FunctionId() : it->second;
}

}  // namespace dh::smallir
