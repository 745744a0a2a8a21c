#include "smallir/read.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "smallir/ll_text.h"
#include "smallir/read_state.h"
#include "smallir/text_names.h"

namespace dh::smallir {

namespace {

constexpr size_t kMaxErrors = 100;  // of one file

std::optional<LiteralKind> literal_kind_by_name(std::string_view name) {
  for (int i = 0; i <= static_cast<int>(LiteralKind::opaque); ++i) {
    if (literal_kind_name(static_cast<LiteralKind>(i)) == name) return static_cast<LiteralKind>(i);
  }
  return std::nullopt;
}

}  // namespace

void Reader::fail(const LlLine& line, std::string message) {
  if (errors_++ >= kMaxErrors) return;
  uint32_t end = line.offset + static_cast<uint32_t>(std::min<size_t>(line.text.size(), 1 << 20));
  diagnostics_.push_back({Severity::error, file_.place(line.offset, end), std::move(message)});
}

std::vector<LlItem> Reader::tuple(int64_t number) const {
  auto it = ll_.metadata.find(std::to_string(number));
  return it == ll_.metadata.end() ? std::vector<LlItem>() : ll_tuple(it->second.text);
}

std::vector<int64_t> Reader::named_list(std::string_view name) const {
  std::vector<int64_t> nodes;
  auto it = ll_.metadata.find(name);
  if (it == ll_.metadata.end()) return nodes;
  for (const LlItem& item : ll_tuple(it->second.text)) nodes.push_back(item.number);
  return nodes;
}

Range Reader::range_at(const std::vector<LlItem>& items, size_t first) {
  auto number = [&](size_t i) {
    int64_t value = first + i < items.size() ? items[first + i].number : 0;
    return static_cast<uint32_t>(std::clamp<int64_t>(value, 0, UINT32_MAX - 1));
  };
  auto column = [&](size_t i) { return static_cast<uint16_t>(std::min(number(i), Range::kLastColumn)); };
  return {number(0), number(2), column(1), column(3)};
}

void Reader::place(int64_t node, FileId& file, Range& range) const {
  std::vector<LlItem> items = tuple(node);
  if (items.size() != 5) return;
  if (items[0].number >= 0 && items[0].number < static_cast<int64_t>(module_.files.size())) {
    file = FileId(static_cast<uint32_t>(items[0].number));
  }
  range = range_at(items, 1);
}

PoolRange Reader::variables(int64_t node, VariableKind kind, ClassId owner) {
  PoolRange range{static_cast<uint32_t>(module_.variables.size()), 0};
  for (const LlItem& item : tuple(node)) {
    std::vector<LlItem> parts = tuple(item.number);
    if (parts.size() != 2) continue;
    Variable variable;
    variable.name = intern(parts[0].text);
    variable.kind = kind;
    variable.class_id = owner;
    place(parts[1].number, variable.file, variable.place);
    module_.variables.add(variable);
    ++range.count;
  }
  return range;
}

PoolRange Reader::traits(int64_t node) {
  std::vector<TraitUse> uses;
  for (const LlItem& item : tuple(node)) {
    std::vector<LlItem> parts = tuple(item.number);
    if (parts.size() != 2) continue;
    TraitUse use;
    use.trait = class_at(parts[0].number);
    use.rules.first = static_cast<uint32_t>(module_.trait_rules.size());
    for (const LlItem& rule : tuple(parts[1].number)) {
      std::vector<LlItem> names = tuple(rule.number);
      if (names.size() == 2) module_.trait_rules.push_back({intern(names[0].text), intern(names[1].text)});
    }
    use.rules.count = static_cast<uint32_t>(module_.trait_rules.size()) - use.rules.first;
    if (use.trait.valid()) uses.push_back(use);
  }
  PoolRange range{static_cast<uint32_t>(module_.trait_uses.size()), static_cast<uint32_t>(uses.size())};
  module_.trait_uses.insert(module_.trait_uses.end(), uses.begin(), uses.end());
  return range;
}

ClassId Reader::add_class(Symbol name, Symbol name_space) {
  Class klass;
  klass.name = name;
  klass.name_space = name_space;
  ClassId id = module_.classes.add(klass);
  klass.is_meta = true;
  klass.other_side = id;
  ClassId meta = module_.classes.add(klass);
  module_.classes[id].other_side = meta;
  return id;
}

void Reader::read_classes() {
  std::vector<std::vector<LlItem>> nodes;
  for (int64_t number : named_list("st.classes")) {
    std::vector<LlItem> items = tuple(number);
    if (items.size() != 14) {
      fail({0, file_.text().substr(0, 0)},
           fmt::format("class node !{} has {} parts, not 14", number, items.size()));
      items.resize(14);
    }
    add_class(intern(items[0].text), intern(items[1].text));
    nodes.push_back(std::move(items));
  }
  for (uint32_t i = 0; i < nodes.size(); ++i) {
    const std::vector<LlItem>& items = nodes[i];
    ClassId id(i * 2);
    int64_t flags = items[6].number;
    for (ClassId side : {id, ClassId(i * 2 + 1)}) {
      Class& klass = module_.classes[side];
      klass.package = intern(items[2].text);
      klass.category = intern(items[3].text);
      klass.superclass = class_at(items[side == id ? 4 : 5].number);
      klass.defined = (flags & 1) != 0;
      klass.is_trait = (flags & 2) != 0;
      klass.indexed = (flags & 4) != 0 && side == id;
      klass.new_sends_initialize = (flags & 8) != 0;
      klass.dialect = dialect_by_name(items[7].text).value_or(Dialect::unknown);
      place(items[8].number, klass.file, klass.place);
    }
    PoolRange fields = variables(items[9].number, VariableKind::field, id);
    PoolRange shared = variables(items[10].number, VariableKind::class_variable, id);
    PoolRange class_fields = variables(items[11].number, VariableKind::field, ClassId(i * 2 + 1));
    module_.classes[id].fields = fields;
    module_.classes[id].class_variables = shared;
    module_.classes[ClassId(i * 2 + 1)].fields = class_fields;
  }
  for (uint32_t i = 0; i < nodes.size(); ++i) {
    module_.classes[ClassId(i * 2)].traits = traits(nodes[i][12].number);
    module_.classes[ClassId(i * 2 + 1)].traits = traits(nodes[i][13].number);
  }
  cut_cycles();
}

void Reader::cut_cycles() {
  std::vector<uint32_t> seen(module_.classes.size(), 0);
  for (uint32_t start = 0; start < module_.classes.size(); ++start) {
    for (ClassId at(start); at.valid() && seen[at.index()] == 0;) {
      seen[at.index()] = start + 1;
      ClassId super = module_.classes[at].superclass;
      if (super.valid() && seen[super.index()] == start + 1) {
        diagnostics_.push_back({Severity::error, file_.place(),
                                fmt::format("class {} inherits from itself", class_title(module_, at))});
        module_.classes[at].superclass = ClassId();
        break;
      }
      at = super;
    }
  }
}

void Reader::read_globals() {
  for (int64_t number : named_list("st.globals")) {
    std::vector<LlItem> items = tuple(number);
    if (items.size() != 4) continue;
    Variable variable;
    variable.name = intern(items[0].text);
    variable.kind = VariableKind::global;
    variable.name_space = intern(items[1].text);
    variable.undeclared = items[2].number != 0;
    place(items[3].number, variable.file, variable.place);
    module_.variables.add(variable);
  }
}

void Reader::read_literals() {
  std::vector<int64_t> nodes = named_list("st.literals");
  for (int64_t number : nodes) {
    std::vector<LlItem> items = tuple(number);
    Literal literal;
    std::optional<LiteralKind> kind = items.size() < 2 ? std::nullopt : literal_kind_by_name(items[0].text);
    literal.kind = kind.value_or(LiteralKind::nil);
    switch (literal.kind) {
      case LiteralKind::nil:
      case LiteralKind::true_value:
      case LiteralKind::false_value:
        break;
      case LiteralKind::array:
      case LiteralKind::bytes: {
        literal.elements.first = static_cast<uint32_t>(module_.literal_lists.size());
        for (size_t i = 2; i < items.size(); ++i) {
          // Elements come before their containers, so that nothing can contain itself.
          if (items[i].number < 0 || items[i].number >= static_cast<int64_t>(module_.literals.size()))
            continue;
          module_.literal_lists.push_back(LiteralId(static_cast<uint32_t>(items[i].number)));
          ++literal.elements.count;
        }
        break;
      }
      case LiteralKind::integer:
      case LiteralKind::number:
      case LiteralKind::character:
      case LiteralKind::string:
      case LiteralKind::symbol:
      case LiteralKind::binding:
      case LiteralKind::opaque:
        literal.text = module_.names.intern(items[1].text);
        break;
    }
    if (!kind)
      fail({0, file_.text().substr(0, 0)}, fmt::format("literal node !{} is of an unknown kind", number));
    module_.literals.add(literal);
  }
}

// Symbols of what metadata describes; and, for front ends that write no metadata, what symbols alone say.
void Reader::name_symbols() {
  TextNames names(module_);
  auto plain = [](const std::string& symbol) {
    std::vector<LlToken> tokens = ll_tokens(symbol);
    return tokens.empty() ? std::string() : tokens[0].text;
  };
  for (uint32_t i = 0; i < module_.classes.size(); ++i)
    classes_.emplace(plain(names.class_symbol(ClassId(i))), ClassId(i));
  for (uint32_t i = 0; i < module_.variables.size(); ++i) {
    shared_.emplace(plain(names.variable_symbol(VariableId(i))), VariableId(i));
  }
  for (const LlLine& line : ll_.globals) {
    std::vector<LlToken> tokens = ll_tokens(line.text.substr(0, 4096));
    if (tokens.empty() || tokens[0].kind != LlToken::Kind::global) continue;
    const std::string& symbol = tokens[0].text;
    if (symbol.starts_with("st.class.") && !classes_.contains(symbol)) {
      std::string_view name = std::string_view(symbol).substr(9);
      bool meta = name.ends_with(" class");
      if (meta) name.remove_suffix(6);
      std::string instance_symbol = fmt::format("st.class.{}", name);
      if (!classes_.contains(instance_symbol))
        classes_.emplace(instance_symbol, add_class(intern(name), Symbol()));
      ClassId id = classes_.find(instance_symbol)->second;
      classes_.emplace(instance_symbol + " class", module_.classes[id].other_side);
    } else if (symbol.starts_with("st.global.") && !shared_.contains(symbol)) {
      Variable variable;
      variable.name = intern(std::string_view(symbol).substr(10));
      variable.kind = VariableKind::global;
      variable.undeclared = true;
      shared_.emplace(symbol, module_.variables.add(variable));
    }
  }
}

Module Reader::read() {
  std::vector<int64_t> files = named_list("st.files");
  for (int64_t number : files) {
    std::vector<LlItem> items = tuple(number);
    module_.files.add(items.empty() ? std::string() : items[0].text);
  }
  read_classes();
  read_globals();
  read_literals();
  name_symbols();
  read_functions();
  return std::move(module_);
}

Module read(const SourceFile& file, Diagnostics& diagnostics) {
  return Reader(file, diagnostics).read();
}

}  // namespace dh::smallir
