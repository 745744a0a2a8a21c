#include "smallir/library_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/embedded.h"
#include "source/glob.h"

namespace dh {

extern const std::span<const EmbeddedFile> smalltalk_models;

namespace smallir {

namespace {

std::optional<ClassKind> kind_by_name(std::string_view name) {
#define DH_CLASS_KIND(id, text, meaning) \
  if (name == text) return ClassKind::id;
#include "smallir/class_kinds.def"
#undef DH_CLASS_KIND
  return std::nullopt;
}

std::optional<Role> role_by_name(std::string_view name) {
#define DH_ROLE(id, text, meaning) \
  if (name == text) return Role::id;
#include "smallir/roles.def"
#undef DH_ROLE
  return std::nullopt;
}

// "argument 1" -> {argument, 1}
std::optional<ValueSource> source_by_name(std::string_view text) {
  using Kind = ValueSource::Kind;
  struct Word {
    std::string_view text;
    Kind kind;
    bool numbered;
  };
  static constexpr Word kWords[] = {
      {"nothing", Kind::nothing, false},
      {"receiver", Kind::receiver, false},
      {"contents of argument", Kind::contents_of_argument, true},
      {"contents", Kind::contents, false},
      {"argument", Kind::argument, true},
      {"result of block", Kind::block_result, true},
      {"fresh", Kind::fresh, false},
      {"copy", Kind::copy, false},
      {"collected from block", Kind::collected, true},
      {"thread", Kind::thread, false},
      {"class", Kind::class_of_receiver, false},
  };
  for (const Word& word : kWords) {
    if (!word.numbered && text == word.text) return ValueSource{word.kind, 0};
    if (!word.numbered || !text.starts_with(word.text)) continue;
    std::string_view number = text.substr(word.text.size());
    if (number.size() == 2 && number[0] == ' ' && number[1] >= '0' && number[1] <= '9') {
      return ValueSource{word.kind, static_cast<uint8_t>(number[1] - '0')};
    }
  }
  return std::nullopt;
}

ValueSource read_source(const TomlValue& value, Diagnostics& diagnostics) {
  const std::string& text = std::get<std::string>(value.value);
  std::optional<ValueSource> source = source_by_name(text);
  if (source) return *source;
  diagnostics.push_back(
      {Severity::error, value.place,
       fmt::format("unknown value '{}'; expected one of nothing, receiver, argument N, contents, "
                   "contents of argument N, result of block N, collected from block N, fresh, "
                   "copy, thread, class",
                   text)});
  return {};
}

template <typename T, typename Find>
std::optional<T> read_word(const TomlValue& value, std::string_view what, Find find,
                           Diagnostics& diagnostics) {
  const std::string& text = std::get<std::string>(value.value);
  std::optional<T> found = find(text);
  if (!found)
    diagnostics.push_back({Severity::error, value.place, fmt::format("unknown {} '{}'", what, text)});
  return found;
}

void read_classes(const TomlValue* table, LibraryModel& model, Diagnostics& diagnostics) {
  TomlReader reader(table, diagnostics);
  std::vector<std::string> names = reader.strings("names");
  std::string kind_name = reader.string("kind", "any");
  std::optional<ClassKind> kind = kind_by_name(kind_name);
  if (!kind) reader.report("kind", fmt::format("unknown kind of class '{}'", kind_name));
  if (names.empty()) reader.report("names", "a class model needs 'names'");
  reader.finish();
  for (std::string& name : names) model.classes.push_back({std::move(name), kind.value_or(ClassKind::any)});
}

std::vector<BlockRun> read_runs(TomlReader& outer, Diagnostics& diagnostics) {
  std::vector<BlockRun> runs;
  for (const TomlValue* table : outer.tables("runs")) {
    TomlReader reader(table, diagnostics);
    BlockRun run;
    run.operand = static_cast<uint8_t>(reader.integer("block", 0, 0, 9));
    run.contents = reader.boolean("contents", false);
    for (const TomlValue& value : reader.placed_strings("given"))
      run.given.push_back(read_source(value, diagnostics));
    run.unlocked = reader.boolean("unlocked", false);
    // What gets elements runs once for each; the receiver's own block runs for certain.
    bool elements = std::any_of(run.given.begin(), run.given.end(),
                                [](ValueSource given) { return given.kind == ValueSource::Kind::contents; });
    run.often = reader.boolean("often", elements);
    run.certain = reader.boolean("certain", run.operand == 0 && !run.contents);
    reader.finish();
    runs.push_back(std::move(run));
  }
  return runs;
}

void read_selectors(const TomlValue* table, LibraryModel& model, Diagnostics& diagnostics) {
  TomlReader reader(table, diagnostics);
  SelectorModel entry;
  std::vector<std::string> names = reader.strings("names");
  if (names.empty()) reader.report("names", "a selector model needs 'names'");
  for (const TomlValue& value : reader.placed_strings("on")) {
    if (auto kind = read_word<ClassKind>(value, "kind of class", kind_by_name, diagnostics))
      entry.on.push_back(*kind);
  }
  std::sort(entry.on.begin(), entry.on.end());
  entry.on_class_side = reader.boolean("class-side", false);
  for (const TomlValue& value : reader.placed_strings("dialects")) {
    if (auto dialect = read_word<Dialect>(value, "dialect", dialect_by_name, diagnostics)) {
      entry.dialects |= uint32_t{1} << static_cast<unsigned>(*dialect);
    }
  }
  std::string role_text = reader.string("role", "none");
  std::optional<Role> role = role_by_name(role_text);
  if (!role) reader.report("role", fmt::format("unknown role '{}'", role_text));
  entry.role = role.value_or(Role::none);
  entry.reads = reader.boolean("reads", false);
  entry.writes = reader.boolean("writes", false);
  entry.resizes = reader.boolean("resizes", false);
  for (int64_t n : reader.integers("stores", 1, 9)) entry.stores.push_back(static_cast<uint8_t>(n));
  entry.runs = read_runs(reader, diagnostics);
  std::string answers = reader.string("answers", "nothing");
  if (std::optional<ValueSource> source = source_by_name(answers)) {
    entry.answers = *source;
  } else {
    reader.report("answers", fmt::format("unknown value '{}'", answers));
  }
  std::string makes = reader.string("makes", "any");
  std::optional<ClassKind> made = kind_by_name(makes);
  if (!made) reader.report("makes", fmt::format("unknown kind of class '{}'", makes));
  entry.makes = made.value_or(ClassKind::any);
  entry.body = static_cast<uint8_t>(reader.integer("body", 0, 0, 9));
  for (const TomlValue& value : reader.placed_strings("gives"))
    entry.gives.push_back(read_source(value, diagnostics));
  entry.sends = reader.string("sends", "");
  entry.to = static_cast<uint8_t>(reader.integer("to", 0, 0, 9));
  entry.notifies = reader.strings("notifies");
  reader.finish();
  for (std::string& name : names) {
    entry.selector = std::move(name);
    model.selectors.push_back(entry);
  }
}

MethodPattern parse_pattern(std::string_view text) {
  size_t arrow = text.find(">>");
  if (arrow == std::string_view::npos) return {std::string(text), {}};
  return {std::string(text.substr(0, arrow)), std::string(text.substr(arrow + 2))};
}

LibraryModel load_builtin() {
  LibraryModel model;
  Diagnostics diagnostics;
  std::string_view text = find_embedded(smalltalk_models, "smalltalk.toml");
  TomlValue table = parse_toml(text, "models/smalltalk.toml", diagnostics);
  TomlReader reader(&table, diagnostics);
  read_model(reader, model, diagnostics);
  reader.finish();
  DH_CHECK(diagnostics.empty(), "{}: {}", diagnostics[0].place.text(), diagnostics[0].message);
  index_model(model);
  return model;
}

}  // namespace

bool MethodPattern::matches(std::string_view class_name_text, std::string_view selector_text) const {
  return glob_matches(class_name, class_name_text) &&
         (selector.empty() || glob_matches(selector, selector_text));
}

void read_model(TomlReader& reader, LibraryModel& model, Diagnostics& diagnostics) {
  for (const TomlValue* table : reader.tables("classes")) read_classes(table, model, diagnostics);
  for (const TomlValue* table : reader.tables("selectors")) read_selectors(table, model, diagnostics);
  for (const std::string& text : reader.strings("entry-points"))
    model.entry_points.push_back(parse_pattern(text));
  for (std::string& text : reader.strings("export-selectors"))
    model.export_selectors.push_back(std::move(text));
  for (std::string& text : reader.strings("own-object")) model.own_object.push_back(std::move(text));
  for (std::string& text : reader.strings("at-load")) model.at_load.push_back(std::move(text));
  for (std::string& text : reader.strings("once-only")) model.once_only.push_back(std::move(text));
}

void index_model(LibraryModel& model) {
  model.by_selector.clear();
  model.by_class.clear();
  for (uint32_t i = 0; i < model.selectors.size(); ++i)
    model.by_selector[model.selectors[i].selector].push_back(i);
  for (uint32_t i = 0; i < model.classes.size(); ++i) model.by_class[model.classes[i].name] = i;
  model.initialisers.clear();
  for (const SelectorModel& entry : model.selectors) {
    if (entry.role != Role::allocate || entry.sends.empty()) continue;
    auto known = std::find(model.initialisers.begin(), model.initialisers.end(), entry.sends);
    if (known == model.initialisers.end()) model.initialisers.push_back(entry.sends);
  }
}

const LibraryModel& builtin_model() {
  static const LibraryModel model = load_builtin();
  return model;
}

ClassKind class_kind(const Module& module, const LibraryModel& model, ClassId class_id) {
  for (ClassId at = class_id; at.valid(); at = module.classes[at].superclass) {
    const Class& klass = module.classes[at];
    auto it = model.by_class.find(module.text(klass.name));
    if (it != model.by_class.end()) return model.classes[it->second].kind;
  }
  return ClassKind::any;
}

const SelectorModel* find_model(const LibraryModel& model, std::string_view selector, ClassKind kind,
                                bool class_side, Dialect dialect) {
  auto it = model.by_selector.find(selector);
  if (it == model.by_selector.end()) return nullptr;
  const SelectorModel* general = nullptr;  // holds for any receiver: only when nothing nearer does
  for (auto index = it->second.rbegin(); index != it->second.rend(); ++index) {
    const SelectorModel& entry = model.selectors[*index];
    if (entry.on_class_side != class_side || !entry.holds_in(dialect)) continue;
    if (std::binary_search(entry.on.begin(), entry.on.end(), kind)) return &entry;
    if (entry.on.empty() && general == nullptr) general = &entry;
  }
  return general;
}

std::string_view role_name(Role role) {
  switch (role) {
#define DH_ROLE(id, name, meaning) \
  case Role::id:                   \
    return name;
#include "smallir/roles.def"
#undef DH_ROLE
  }
  return {};
}

}  // namespace smallir
}  // namespace dh
