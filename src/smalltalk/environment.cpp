#include "smalltalk/environment.h"

#include <fmt/format.h>

#include <algorithm>

#include "smalltalk/positions.h"

namespace dh::smalltalk {

using smallir::Class;
using smallir::Module;
using smallir::PoolRange;
using smallir::Variable;
using smallir::VariableKind;

namespace {

// A class that was named somewhere, before it has an id.
struct Named {
  std::string_view name;
  std::string_view name_space;
  size_t image = 0;                             // of the definition, or of the first mention
  const ClassDefinition* definition = nullptr;  // null: only mentioned
  std::vector<std::pair<size_t, const ClassDefinition*>> extensions;
  std::vector<std::pair<size_t, const GlobalDefinition*>> shared;  // <shared-variable>s of VisualWorks
};

constexpr size_t kNone = SIZE_MAX;

class Builder {
 public:
  Builder(std::vector<FileImage>& images, const smallir::Settings& settings, Diagnostics& diagnostics)
      : images_(images), diagnostics_(diagnostics) {
    environment_.dialect = settings.dialect;
    environment_.new_sends_initialize = settings.new_sends_initialize;
  }
  Environment build();

 private:
  static size_t index_of(uint32_t found) { return found == ScopedNames::kNothing ? kNone : found; }
  size_t find(std::string_view name, std::string_view name_space,
              const ClassDefinition* from = nullptr) const;
  size_t find_exactly(std::string_view full_name) const;
  size_t mention(std::string_view name, std::string_view name_space, size_t image,
                 const ClassDefinition* from = nullptr);
  size_t add(std::string_view name, std::string_view name_space, size_t image);
  void collect_name_spaces();
  void collect_definition(size_t image, const ClassDefinition& definition);
  void collect_definitions();
  void remove_class(size_t image, const ClassDefinition& removal);
  void drop_removed();
  void mention_parts(size_t image, const ClassDefinition& definition);
  void collect_mentions();
  void assign_ids();
  void set_superclasses();
  void cut_cycles();
  void add_variables(size_t index);
  VariableId add_variable(std::string_view name, VariableKind kind, ClassId owner, size_t image, Span at);
  void add_fields(ClassId owner, const std::vector<std::pair<size_t, NameAt>>& names, VariableKind kind);
  void set_traits(size_t index);
  std::vector<smallir::TraitUse> trait_uses(const std::vector<TraitSpec>& specs, size_t index, bool meta);
  void add_globals();
  void add_pools();
  void note(Severity severity, size_t image, Span span, std::string message) {
    diagnostics_.push_back({severity, images_[image].file.place(span), std::move(message)});
  }
  Symbol intern(std::string_view text) { return text.empty() ? Symbol() : module().names.intern(text); }
  Module& module() { return environment_.module; }
  ClassId id_of(size_t index) const { return ids_[index]; }

  std::vector<FileImage>& images_;
  Diagnostics& diagnostics_;
  Environment environment_;
  std::vector<Named> named_;
  ScopedNames by_name_;
  std::vector<ClassId> ids_;
  FlatSet<uint64_t> declared_;  // (class, name of a variable)
  std::vector<std::pair<size_t, const GlobalDefinition*>> globals_;
  FlatMap<size_t, std::pair<size_t, uint32_t>> removed_;  // where each was: image, offset
};

size_t Builder::find(std::string_view name, std::string_view name_space, const ClassDefinition* from) const {
  NameScope scope{name_space, {}};
  if (from != nullptr) scope.imports = from->pools;
  return index_of(by_name_.find(name, environment_.name_spaces, scope));
}

// The class of exactly this full name.
size_t Builder::find_exactly(std::string_view full_name) const {
  auto [qualifier, simple] = split_dotted(full_name);
  return index_of(by_name_.find_in(simple, qualifier));
}

size_t Builder::add(std::string_view name, std::string_view name_space, size_t image) {
  size_t index = named_.size();
  named_.push_back({name, name_space, image, nullptr, {}, {}});
  by_name_.add(name, name_space, static_cast<uint32_t>(index));
  return index;
}

size_t Builder::mention(std::string_view name, std::string_view name_space, size_t image,
                        const ClassDefinition* from) {
  size_t index = find(name, name_space, from);
  if (index != kNone) return index;
  auto [qualifier, simple] = split_dotted(name);
  qualifier = canonical_name_space(qualifier);
  return add(simple, is_default_name_space(qualifier) ? std::string_view() : qualifier, image);
}

void Builder::collect_name_spaces() {
  for (const FileImage& image : images_) {
    for (const NameSpaceDefinition& definition : image.name_spaces)
      environment_.name_spaces.declare(definition.name, definition.imports);
  }
}

void Builder::collect_definition(size_t image, const ClassDefinition& definition) {
  auto [qualifier, simple] = split_dotted(definition.name);
  std::string_view name_space = definition.name_space.empty() ? qualifier : definition.name_space;
  size_t index = index_of(by_name_.find_in(simple, name_space));
  if (index == kNone) {
    index = add(simple, canonical_name_space(name_space), image);
  } else if (definition.imported && named_[index].definition != nullptr) {
    return;
  } else if (named_[index].definition != nullptr && !named_[index].definition->imported) {
    note(Severity::note, image, definition.span,
         fmt::format("class {} is defined again; this definition replaces the one in {}", definition.name,
                     images_[named_[index].image].file.path()));
  }
  named_[index].definition = &definition;
  named_[index].image = image;
}

void Builder::collect_definitions() {
  for (size_t i = 0; i < images_.size(); ++i) {
    for (const ClassDefinition& definition : images_[i].classes) {
      if (definition.removed) {
        remove_class(i, definition);
      } else if (!definition.extends) {
        collect_definition(i, definition);
      }
    }
  }
  if (!removed_.empty()) drop_removed();
}

void Builder::remove_class(size_t image, const ClassDefinition& removal) {
  size_t index = mention(removal.name, removal.name_space, image);
  named_[index].definition = nullptr;
  removed_[index] = {image, removal.span.begin};
}

// Methods and extensions that come before the removal of their class are removed too.
void Builder::drop_removed() {
  auto is_gone = [&](size_t image, std::string_view name, std::string_view name_space, uint32_t at) {
    auto it = removed_.find(find(name, name_space));
    return it != removed_.end() && std::pair(image, at) < it->second;
  };
  for (size_t i = 0; i < images_.size(); ++i) {
    for (ClassDefinition& definition : images_[i].classes) {
      if (definition.extends && is_gone(i, definition.name, definition.name_space, definition.span.begin))
        definition.removed = true;
    }
    std::erase_if(images_[i].methods, [&](const MethodSource& method) {
      return is_gone(i, method.class_name, method.name_space, method.code.base);
    });
  }
}

void Builder::mention_parts(size_t image, const ClassDefinition& definition) {
  if (definition.removed) return;
  std::string_view name_space = definition.name_space;
  if (!definition.superclass.empty() && definition.superclass != "nil") {
    mention(definition.superclass, name_space, image, &definition);
  }
  for (const auto* traits : {&definition.traits, &definition.class_traits}) {
    for (const TraitSpec& spec : *traits) mention(spec.trait, name_space, image, &definition);
  }
  if (definition.extends) {
    named_[mention(definition.name, name_space, image)].extensions.emplace_back(image, &definition);
  }
}

void Builder::collect_mentions() {
  for (size_t i = 0; i < images_.size(); ++i) {
    for (const ClassDefinition& definition : images_[i].classes) mention_parts(i, definition);
    std::string_view last;
    for (const MethodSource& method : images_[i].methods) {
      if (method.class_name == last) continue;
      last = method.class_name;
      size_t index = mention(method.class_name, method.name_space, i);
      if (named_[index].definition == nullptr && named_[index].extensions.empty() &&
          named_[index].image == i && !method.removed) {
        note(Severity::note, i, {method.code.offset_in_file(0), method.code.offset_in_file(0)},
             fmt::format("class {} is not defined in the analysed files; its methods are taken as extensions "
                         "of a library class",
                         method.class_name));
      }
    }
    for (const GlobalDefinition& global : images_[i].globals) {
      size_t owner = global.owner.empty() ? kNone : find_exactly(global.owner);
      if (owner != kNone && named_[owner].definition != nullptr) {
        named_[owner].shared.emplace_back(i, &global);
      } else {
        globals_.emplace_back(i, &global);
      }
    }
  }
}

// By name, so that the module does not depend on how the sources are cut into files.
void Builder::assign_ids() {
  std::vector<size_t> order(named_.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    return std::tie(named_[a].name, named_[a].name_space) < std::tie(named_[b].name, named_[b].name_space);
  });
  ids_.resize(named_.size());
  for (size_t index : order) {
    const Named& named = named_[index];
    Class klass;
    klass.name = intern(named.name);
    klass.name_space = intern(named.name_space);
    klass.defined = named.definition != nullptr && !named.definition->imported;
    klass.dialect =
        environment_.dialect != Dialect::unknown ? environment_.dialect : images_[named.image].dialect;
    klass.new_sends_initialize = environment_.new_sends_initialize >= 0
                                     ? environment_.new_sends_initialize != 0
                                     : smallir::dialect_new_sends_initialize(klass.dialect);
    if (const ClassDefinition* definition = named.definition) {
      klass.is_trait = definition->is_trait;
      klass.indexed = definition->indexed;
      klass.package = intern(definition->package);
      klass.category = intern(definition->category);
      klass.file = FileId(static_cast<uint32_t>(named.image));
      klass.place = Positions(images_[named.image].file).range(definition->span);
    }
    ClassId id = module().classes.add(klass);
    klass.is_meta = true;
    klass.indexed = false;
    klass.other_side = id;
    ClassId meta = module().classes.add(klass);
    module().classes[id].other_side = meta;
    ids_[index] = id;
    environment_.classes.add(named.name, named.name_space, id.value);
  }
}

void Builder::set_superclasses() {
  for (size_t i = 0; i < named_.size(); ++i) {
    const ClassDefinition* definition = named_[i].definition;
    if (definition == nullptr || definition->superclass.empty() || definition->superclass == "nil") continue;
    size_t super = find(definition->superclass, named_[i].name_space, definition);
    module().classes[id_of(i)].superclass = id_of(super);
  }
  cut_cycles();
  size_t class_class = find("Class", {});
  for (size_t i = 0; i < named_.size(); ++i) {
    const Class& klass = module().classes[id_of(i)];
    ClassId super = klass.superclass.valid()                  ? module().classes[klass.superclass].other_side
                    : class_class != kNone && !klass.is_trait ? id_of(class_class)
                                                              : ClassId();
    module().classes[klass.other_side].superclass = super;
  }
}

void Builder::cut_cycles() {
  std::vector<uint32_t> seen(module().classes.size(), 0);  // the walk that visited it; 0: none yet
  uint32_t walk = 0;
  std::vector<size_t> by_id(module().classes.size(), kNone);
  for (size_t i = 0; i < named_.size(); ++i) by_id[id_of(i).index()] = i;
  for (uint32_t start = 0; start < module().classes.size(); start += 2) {
    ++walk;
    for (ClassId at(start); at.valid() && seen[at.index()] == 0; at = module().classes[at].superclass) {
      seen[at.index()] = walk;
      ClassId super = module().classes[at].superclass;
      if (!super.valid() || seen[super.index()] != walk) continue;
      const Named& named = named_[by_id[at.index()]];
      note(Severity::error, named.image, named.definition->span,
           fmt::format("class {} inherits from itself; its superclass {} is ignored", named.name,
                       named.definition->superclass));
      module().classes[at].superclass = ClassId();
    }
  }
}

VariableId Builder::add_variable(std::string_view name, VariableKind kind, ClassId owner, size_t image,
                                 Span at) {
  Variable variable;
  variable.name = intern(name);
  variable.kind = kind;
  variable.class_id = owner;
  variable.file = FileId(static_cast<uint32_t>(image));
  variable.place = Positions(images_[image].file).range(at);
  return module().variables.add(variable);
}

void Builder::add_fields(ClassId owner, const std::vector<std::pair<size_t, NameAt>>& names,
                         VariableKind kind) {
  PoolRange range{static_cast<uint32_t>(module().variables.size()), 0};
  for (const auto& [image, name] : names) {
    if (name.name.empty()) continue;
    if (!declared_.insert(uint64_t{owner.value} << 32 | intern(name.name).value).second) continue;
    add_variable(name.name, kind, owner, image, name.at);
    ++range.count;
  }
  Class& klass = module().classes[owner];
  (kind == VariableKind::field ? klass.fields : klass.class_variables) = range;
}

void Builder::add_variables(size_t index) {
  const Named& named = named_[index];
  std::vector<std::pair<size_t, NameAt>> fields, class_fields, shared;
  auto gather = [&](size_t image, const ClassDefinition& definition) {
    for (const NameAt& name : definition.instance_variables) fields.emplace_back(image, name);
    for (const NameAt& name : definition.class_instance_variables) class_fields.emplace_back(image, name);
    for (const NameAt& name : definition.class_variables) shared.emplace_back(image, name);
  };
  if (named.definition != nullptr) gather(named.image, *named.definition);
  for (const auto& [image, definition] : named.extensions) gather(image, *definition);
  for (const auto& [image, global] : named.shared)
    shared.emplace_back(image, NameAt{global->name, global->at});
  ClassId id = id_of(index);
  add_fields(id, fields, VariableKind::field);
  add_fields(id, shared, VariableKind::class_variable);
  add_fields(module().classes[id].other_side, class_fields, VariableKind::field);
}

std::vector<smallir::TraitUse> Builder::trait_uses(const std::vector<TraitSpec>& specs, size_t index,
                                                   bool meta) {
  std::vector<smallir::TraitUse> uses;
  for (const TraitSpec& spec : specs) {
    size_t trait = find(spec.trait, named_[index].name_space, named_[index].definition);
    if (trait == kNone || trait == index) continue;
    smallir::TraitUse use;
    use.trait = meta ? module().classes[id_of(trait)].other_side : id_of(trait);
    use.rules.first = static_cast<uint32_t>(module().trait_rules.size());
    for (const TraitSpec::Rule& rule : spec.rules)
      module().trait_rules.push_back({intern(rule.selector), intern(rule.alias)});
    use.rules.count = static_cast<uint32_t>(module().trait_rules.size()) - use.rules.first;
    uses.push_back(use);
  }
  return uses;
}

void Builder::set_traits(size_t index) {
  const ClassDefinition* definition = named_[index].definition;
  if (definition == nullptr || definition->traits.empty()) return;
  ClassId id = id_of(index);
  for (bool meta : {false, true}) {
    const auto& specs =
        meta && !definition->class_traits.empty() ? definition->class_traits : definition->traits;
    std::vector<smallir::TraitUse> uses = trait_uses(specs, index, meta);
    ClassId side = meta ? module().classes[id].other_side : id;
    module().classes[side].traits = {static_cast<uint32_t>(module().trait_uses.size()),
                                     static_cast<uint32_t>(uses.size())};
    module().trait_uses.insert(module().trait_uses.end(), uses.begin(), uses.end());
  }
}

void Builder::add_globals() {
  std::sort(globals_.begin(), globals_.end(), [](const auto& a, const auto& b) {
    return std::tie(a.second->name, a.second->owner, a.first) <
           std::tie(b.second->name, b.second->owner, b.first);
  });
  for (size_t i = 0; i < globals_.size(); ++i) {
    const auto& [image, global] = globals_[i];
    if (i > 0 && globals_[i - 1].second->name == global->name &&
        globals_[i - 1].second->owner == global->owner)
      continue;
    VariableId id = add_variable(global->name, VariableKind::global, ClassId(), image, global->at);
    module().variables[id].name_space = intern(canonical_name_space(global->owner));
    environment_.globals.add(global->name, global->owner, id.value);
  }
}

// A pool is a class whose class variables are seen; everything imported may also be a namespace.
void Builder::add_pools() {
  environment_.pools.resize(module().classes.size());
  environment_.imports.resize(module().classes.size());
  for (size_t i = 0; i < named_.size(); ++i) {
    const ClassDefinition* definition = named_[i].definition;
    if (definition == nullptr) continue;
    environment_.imports[id_of(i).index()] = definition->pools;
    for (std::string_view pool : definition->pools) {
      if (pool.ends_with(".*")) pool.remove_suffix(2);
      size_t found = find(pool, named_[i].name_space);
      if (found != kNone && found != i) environment_.pools[id_of(i).index()].push_back(id_of(found));
    }
  }
  environment_.pool_users.resize(module().classes.size());
  for (ClassId id : environment_.members.classes_downwards()) {
    ClassId super = module().classes[id].superclass;
    environment_.pool_users[id.index()] = !environment_.pools[id.index()].empty() ? id
                                          : super.valid() ? environment_.pool_users[super.index()]
                                                          : ClassId();
  }
}

Environment Builder::build() {
  for (const FileImage& image : images_) module().files.add(image.file.path());
  collect_name_spaces();
  collect_definitions();
  collect_mentions();
  assign_ids();
  set_superclasses();
  std::vector<size_t> order(named_.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) { return id_of(a) < id_of(b); });
  for (size_t index : order) add_variables(index);
  for (size_t index : order) set_traits(index);
  add_globals();
  environment_.members = MemberIndex(module());
  add_pools();
  for (const FileImage& image : images_) {
    for (std::string_view name : image.assigned_names) environment_.assigned_names.emplace(name);
  }
  return std::move(environment_);
}

}  // namespace

Environment build_environment(std::vector<FileImage>& images, const smallir::Settings& settings,
                              Diagnostics& diagnostics) {
  return Builder(images, settings, diagnostics).build();
}

}  // namespace dh::smalltalk
