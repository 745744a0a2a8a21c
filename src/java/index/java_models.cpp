#include "java/index/java_models.h"

#include <algorithm>
#include <charconv>
#include <span>

#include "base/check.h"
#include "base/embedded.h"

namespace dh {
extern const std::span<const EmbeddedFile> java_models;
}

namespace dh::java {

void NamePatterns::add(std::string_view pattern) {
  if (pattern.ends_with('*')) {
    prefixes_.emplace_back(pattern.substr(0, pattern.size() - 1));
  } else if (pattern.starts_with('*')) {
    suffixes_.emplace_back(pattern.substr(1));
  } else {
    exact_.emplace(pattern);
  }
}

bool NamePatterns::contains(std::string_view name) const {
  if (exact_.contains(name)) return true;
  auto begins = [&](const std::string& prefix) { return name.starts_with(prefix); };
  auto ends = [&](const std::string& suffix) { return name.ends_with(suffix); };
  return std::any_of(prefixes_.begin(), prefixes_.end(), begins) ||
         std::any_of(suffixes_.begin(), suffixes_.end(), ends);
}

namespace {

// Of the name itself and of what is after each dot: libraries are copied into other projects under a prefix
// (org.shaded.com.google.common.cache.Cache).
template <typename Test>
bool any_relocation(std::string_view name, const Test& test) {
  while (!name.empty()) {
    if (test(name)) return true;
    size_t dot = name.find('.');
    if (dot == std::string_view::npos) return false;
    name.remove_prefix(dot + 1);
  }
  return false;
}

}  // namespace

void TypePatterns::add(std::string_view pattern) {
  if (pattern.ends_with(".*")) {
    packages_.emplace(pattern.substr(0, pattern.size() - 2));
  } else if (pattern.find('.') == std::string_view::npos) {
    simple_.add(pattern);
  } else if (pattern.ends_with('*')) {
    // a.b.Immutable*: the package part is documentation only.
    simple_.add(pattern.substr(pattern.rfind('.') + 1));
  } else {
    qualified_.emplace(pattern);
  }
}

bool TypePatterns::names_last(std::string_view simple) const {
  return std::any_of(qualified_.begin(), qualified_.end(), [&](std::string_view name) {
    return name.ends_with(simple) && name.size() > simple.size() &&
           name[name.size() - simple.size() - 1] == '.';
  });
}

bool TypePatterns::contains(std::string_view qualified, std::string_view simple) const {
  return simple_.contains(simple) || names(qualified) ||
         any_relocation(qualified, [&](std::string_view name) {
           size_t dot = name.rfind('.');
           return dot != std::string_view::npos && packages_.contains(name.substr(0, dot));
         });
}

bool TypePatterns::names(std::string_view qualified) const {
  return any_relocation(qualified, [&](std::string_view name) { return qualified_.contains(name); });
}

Sharing Models::sharing(std::string_view qualified, std::string_view simple) const {
  // Plain types first: java.util.Map.Entry must not be caught by a pattern of simple names.
  if (!qualified.empty() && mutable_types.names(qualified)) return Sharing::mutable_;
  if (thread_safe_types.contains(qualified, simple)) return Sharing::thread_safe;
  if (immutable_types.contains(qualified, simple)) return Sharing::immutable;
  if (mutable_types.contains(qualified, simple)) return Sharing::mutable_;
  return Sharing::unknown;
}

Sharing Models::sharing_exact(std::string_view qualified, std::string_view simple) const {
  if (mutable_types.names(qualified)) return Sharing::mutable_;
  if (thread_safe_types.names(qualified) || user_thread_safe_types.contains(qualified, simple))
    return Sharing::thread_safe;
  if (immutable_types.names(qualified) || user_immutable_types.contains(qualified, simple))
    return Sharing::immutable;
  return Sharing::unknown;
}

Sharing Models::sharing_by_import(std::string_view package, std::string_view simple) const {
  std::string qualified = std::string(package) + "." + std::string(simple);
  if (mutable_types.names(qualified)) return Sharing::mutable_;
  if (thread_safe_types.names(qualified)) return Sharing::thread_safe;
  if (immutable_types.names(qualified)) return Sharing::immutable;
  return Sharing::unknown;
}

const LockType* Models::lock_type(std::string_view qualified, std::string_view simple) const {
  for (const LockType& type : lock_types) {
    if (type.types.contains(qualified, simple)) return &type;
    if (qualified.empty() && type.types.names_last(simple)) return &type;
  }
  return nullptr;
}

namespace {

bool is_valid_name(std::string_view name) {
  if (name.empty() || name == "*") return false;
  for (size_t i = 0; i < name.size(); ++i) {
    unsigned char c = static_cast<unsigned char>(name[i]);
    bool word = std::isalnum(c) != 0 || c == '_' || c == '$' || c == '.' || c == '/' || c == '-' || c >= 0x80;
    bool star = c == '*' && (i == 0 || i + 1 == name.size());
    if (!word && !star) return false;
  }
  return true;
}

template <typename Add>
void read_names(TomlReader& reader, std::string_view key, Diagnostics& diagnostics, Add add) {
  for (const TomlValue& value : reader.placed_strings(key)) {
    const auto& text = std::get<std::string>(value.value);
    if (is_valid_name(text)) {
      add(text);
    } else {
      diagnostics.push_back(
          {Severity::error, value.place, fmt::format("'{}' is not a valid name of {}", text, key)});
    }
  }
}

void read_set(TomlReader& reader, std::string_view key, Diagnostics& diagnostics, StringSet& out) {
  read_names(reader, key, diagnostics, [&](std::string_view name) { out.emplace(name); });
}

// "A=B": A stands for B; "A": for itself.
void read_aliases(TomlReader& reader, std::string_view key, Diagnostics& diagnostics,
                  StringMap<std::string>& out) {
  for (const TomlValue& value : reader.placed_strings(key)) {
    const auto& text = std::get<std::string>(value.value);
    size_t equals = text.find('=');
    std::string name = text.substr(0, equals);
    std::string of = equals == std::string::npos ? name : text.substr(equals + 1);
    if (is_valid_name(name) && (of.empty() || is_valid_name(of))) {
      out.insert_or_assign(std::move(name), std::move(of));
    } else {
      diagnostics.push_back(
          {Severity::error, value.place, fmt::format("'{}' is not a valid name of {}", text, key)});
    }
  }
}

template <typename Patterns>
void read_patterns(TomlReader& reader, std::string_view key, Diagnostics& diagnostics, Patterns& out) {
  read_names(reader, key, diagnostics, [&](std::string_view name) { out.add(name); });
}

void read_contracts(TomlReader& reader, std::string_view key, Diagnostics& diagnostics,
                    std::vector<ContractAnnotation>& out) {
  for (const TomlValue& value : reader.placed_strings(key)) {
    const auto& text = std::get<std::string>(value.value);
    size_t dot = text.find('.');
    size_t equals = text.find('=');
    if (dot == std::string::npos || equals == std::string::npos || dot > equals) {
      diagnostics.push_back({Severity::error, value.place,
                             fmt::format("'{}' is not of the form Annotation.member=VALUE", text)});
      continue;
    }
    out.push_back({text.substr(0, dot), text.substr(dot + 1, equals - dot - 1), text.substr(equals + 1)});
  }
}

void read_arguments(TomlReader& reader, Diagnostics& diagnostics, StringMap<int>& out) {
  for (const TomlValue& value : reader.placed_strings("modifying-arguments")) {
    const auto& text = std::get<std::string>(value.value);
    size_t colon = text.rfind(':');
    int number = -1;
    if (colon != std::string::npos) {
      std::from_chars(text.data() + colon + 1, text.data() + text.size(), number);
    }
    if (number < 0 || !is_valid_name(text.substr(0, colon))) {
      diagnostics.push_back(
          {Severity::error, value.place, fmt::format("'{}' is not of the form Type.method:argument", text)});
      continue;
    }
    out[text.substr(0, colon)] = number;
  }
}

struct LockKey {
  std::string_view key;
  LockMethod method;
};
constexpr LockKey kLockKeys[] = {
    {"exclusive", {LockOperation::acquire, LockMode::exclusive}},
    {"read", {LockOperation::acquire, LockMode::read}},
    {"optimistic", {LockOperation::acquire, LockMode::optimistic}},
    {"try-exclusive", {LockOperation::try_lock, LockMode::exclusive}},
    {"try-read", {LockOperation::try_lock, LockMode::read}},
    {"convert-exclusive", {LockOperation::convert, LockMode::exclusive}},
    {"convert-read", {LockOperation::convert, LockMode::read}},
    {"validate", {LockOperation::validate, LockMode::optimistic}},
    {"release", {LockOperation::release, LockMode::exclusive}},
    {"read-view", {LockOperation::view, LockMode::read}},
    {"write-view", {LockOperation::view, LockMode::exclusive}},
    {"both-view", {LockOperation::view_both, LockMode::exclusive}},
};

LockType read_lock_type(const TomlValue* table, Diagnostics& diagnostics) {
  LockType lock;
  TomlReader reader(table, diagnostics);
  if (!reader.has("types")) reader.report("types", "a lock model needs 'types'");
  read_patterns(reader, "types", diagnostics, lock.types);
  for (const LockKey& key : kLockKeys) {
    read_names(reader, key.key, diagnostics,
               [&](std::string_view name) { lock.methods.emplace(std::string(name), key.method); });
  }
  if (reader.has("made-with")) lock.made_with = reader.integer("made-with", 1, 0, INT32_MAX);
  if (lock.methods.empty())
    reader.report("types", "a lock model needs methods that acquire or release the lock");
  reader.finish();
  return lock;
}

LockType plain_lock_type() {
  LockType lock;
  for (const char* name : {"lock", "lockInterruptibly", "acquire", "enter"}) {
    lock.methods[name] = {LockOperation::acquire, LockMode::exclusive};
  }
  for (const char* name : {"tryLock", "tryAcquire", "tryEnter"}) {
    lock.methods[name] = {LockOperation::try_lock, LockMode::exclusive};
  }
  for (const char* name : {"unlock", "release", "leave", "exit"}) {
    lock.methods[name] = {LockOperation::release, LockMode::exclusive};
  }
  lock.methods["readLock"] = {LockOperation::view, LockMode::read};
  lock.methods["writeLock"] = {LockOperation::view, LockMode::exclusive};
  return lock;
}

void read_locks(TomlReader& reader, Diagnostics& diagnostics, Models& models) {
  std::vector<LockType> locks;
  if (reader.has("lock-types")) {
    LockType plain = plain_lock_type();
    read_patterns(reader, "lock-types", diagnostics, plain.types);
    locks.push_back(std::move(plain));
  }
  for (const TomlValue* table : reader.tables("lock")) locks.push_back(read_lock_type(table, diagnostics));
  for (const LockType& lock : locks) {
    for (const auto& [name, method] : lock.methods) models.lock_methods.insert(name);
  }
  models.lock_types.insert(models.lock_types.begin(), std::make_move_iterator(locks.begin()),
                           std::make_move_iterator(locks.end()));
}

void read_knowledge(TomlReader& reader, Diagnostics& d, Models& models) {
  read_set(reader, "promising-supertypes", d, models.promising_supertypes);
  read_set(reader, "thread-safe-annotations", d, models.thread_safe_annotations);
  read_set(reader, "immutable-annotations", d, models.immutable_annotations);
  read_set(reader, "guarded-by-annotations", d, models.guarded_by_annotations);
  read_set(reader, "test-visibility-annotations", d, models.test_visibility_annotations);
  read_aliases(reader, "thread-annotations", d, models.thread_annotations);
  read_set(reader, "lockless-annotations", d, models.lockless_annotations);
  read_set(reader, "functional-annotations", d, models.functional_annotations);
  read_set(reader, "serial-callbacks", d, models.serial_callbacks);
  read_set(reader, "not-thread-safe-annotations", d, models.not_thread_safe_annotations);
  read_set(reader, "generated-annotations", d, models.generated_annotations);
  read_set(reader, "set-up-annotations", d, models.set_up_annotations);
  read_patterns(reader, "set-up-methods", d, models.set_up_methods);
  read_patterns(reader, "reporting-methods", d, models.reporting_methods);
  read_patterns(reader, "test-folders", d, models.test_folders);
  read_patterns(reader, "test-files", d, models.test_files);
  read_patterns(reader, "generated-folders", d, models.generated_folders);
  read_contracts(reader, "contract-annotations", d, models.contract_annotations);
  read_contracts(reader, "immutable-contracts", d, models.immutable_contracts);
  read_patterns(reader, "thread-safe-types", d, models.thread_safe_types);
  read_patterns(reader, "immutable-types", d, models.immutable_types);
  read_patterns(reader, "final-state-types", d, models.final_state_types);
  read_patterns(reader, "mutable-types", d, models.mutable_types);
  read_patterns(reader, "thread-safe-factories", d, models.thread_safe_factories);
  read_patterns(reader, "immutable-factories", d, models.immutable_factories);
  read_patterns(reader, "wrapping-factories", d, models.wrapping_factories);
  read_patterns(reader, "modifying-methods", d, models.modifying_methods);
  read_patterns(reader, "neutral-methods", d, models.neutral_methods);
  read_patterns(reader, "view-methods", d, models.view_methods);
  read_patterns(reader, "fresh-methods", d, models.fresh_methods);
  read_patterns(reader, "harmless-calls", d, models.harmless_calls);
  read_arguments(reader, d, models.modifying_arguments);
  read_patterns(reader, "run-at-once", d, models.run_at_once);
  read_patterns(reader, "combining-methods", d, models.combining_methods);
  read_patterns(reader, "run-later-types", d, models.run_later_types);
  read_patterns(reader, "serial-executors", d, models.serial_executors);
  read_patterns(reader, "serial-factories", d, models.serial_factories);
  read_patterns(reader, "serial-checks", d, models.serial_checks);
  read_locks(reader, d, models);
}

void read_choices(TomlReader& reader, Models& models) {
  models.all_classes = reader.boolean("all-classes", false);
  models.judge_subclasses = reader.boolean("judge-subclasses", false);
  models.infer_guards = reader.boolean("infer-guards", true);
  models.judge_tests = reader.boolean("judge-tests", false);
  models.locked_suffix = reader.string("locked-suffix");
  std::string entry = reader.string("entry-points", "public");
  if (entry == "public") {
    models.entry_points = EntryPoints::public_;
  } else if (entry == "protected") {
    models.entry_points = EntryPoints::protected_;
  } else if (entry == "package") {
    models.entry_points = EntryPoints::package;
  } else {
    reader.report("entry-points", fmt::format("'{}' is not one of public, protected, package", entry));
  }
}

}  // namespace

Models load_models(const TomlValue* settings, Diagnostics& diagnostics) {
  Models models;
  {
    Diagnostics own;
    TomlValue table = parse_toml(find_embedded(java_models, "java.toml"), "models/java.toml", own);
    TomlReader reader(&table, own);
    read_knowledge(reader, own, models);
    reader.finish();
    DH_CHECK(own.empty(), "models/java.toml: {}:{}", own.front().place.line, own.front().message);
  }
  TomlReader reader(settings, diagnostics);
  Diagnostics twice;
  TomlReader types(settings, twice);
  read_patterns(types, "thread-safe-types", twice, models.user_thread_safe_types);
  read_patterns(types, "immutable-types", twice, models.user_immutable_types);
  read_knowledge(reader, diagnostics, models);
  read_choices(reader, models);
  reader.finish();
  return models;
}

}  // namespace dh::java
