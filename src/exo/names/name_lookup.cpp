#include "exo/names/name_lookup.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "base/floor_division.h"

namespace dh::exo {

namespace {

constexpr int kMaxChain = 50;  // of names that are defined by names

NameValue unknown(std::string why) {
  NameValue value;
  value.kind = NameValue::Kind::unknown;
  value.why = std::move(why);
  return value;
}

std::vector<const PythonBinding*> bindings_of(const Module& module, uint32_t scope, std::string_view name) {
  std::vector<const PythonBinding*> found;
  auto entry = module.names.by_name.find(name);
  if (entry == module.names.by_name.end()) return found;
  for (uint32_t i : entry->second) {
    if (module.names.bindings[i].scope == scope) found.push_back(&module.names.bindings[i]);
  }
  return found;
}

bool declares_global(const Module& module, uint32_t scope, std::string_view name) {
  const std::vector<std::string_view>& names = module.names.scopes[scope].globals;
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Memories of Exo itself (libs/memories.py and platforms/, where Neon was called Neon4f once), for procs as
// Exo prints them and for names that are imported from Exo.
MemoryKind kind_of_exo_memory(std::string_view name) {
  static constexpr std::array kPrivate = {"Memory", "DRAM",         "DRAM_STACK", "MDRAM",
                                          "AVX2",   "AVX512",       "Neon",       "Neon4f",
                                          "RVV",    "GEMM_SCRATCH", "GEMM_ACCUM"};
  static constexpr std::array kShared = {"DRAM_STATIC", "StaticMemory", "AMX_TILE"};
  if (std::find(kShared.begin(), kShared.end(), name) != kShared.end()) return MemoryKind::shared;
  bool known = std::find(kPrivate.begin(), kPrivate.end(), name) != kPrivate.end();
  return known ? MemoryKind::private_ : MemoryKind::unknown;
}

bool is_of_exo(std::string_view module) {
  return module == "exo" || module.starts_with("exo.");
}

}  // namespace

NameLookup::NameLookup(const std::deque<Module>& modules) : modules_(modules) {
  for (const Module& module : modules_) {
    by_path_[std::filesystem::path(module.file.path()).lexically_normal().string()] = &module;
    for (std::string_view name : module.names.written_attributes) written_attributes_.insert(name);
    if (attribute_setter_ == nullptr && module.names.unnamed_attribute_line != 0) attribute_setter_ = &module;
  }
}

NameValue NameLookup::find(const Proc& user, std::string_view name) const {
  return at_point({user.module, user.scope, user.block, user.order}, name, 0);
}

NameValue NameLookup::find_proc(const Proc& user, std::string_view name) const {
  if (user.origin != ProcOrigin::printed) return find(user, name);
  const Proc* found = nullptr;
  for (const Proc& proc : user.module->procs) {
    if (proc.name != name || &proc == &user) continue;
    if (found != nullptr) return unknown(fmt::format("several procs named '{}' are in this file", name));
    found = &proc;
  }
  if (found == nullptr) return find(user, name);
  NameValue value;
  value.kind = NameValue::Kind::proc;
  value.proc = found;
  return value;
}

MemoryKind NameLookup::memory_kind(const Proc& user, std::string_view name) const {
  if (name.empty()) return MemoryKind::private_;  // DRAM
  return kind_of(find(user, name), name, 0);
}

MemoryKind NameLookup::kind_of(const NameValue& value, std::string_view name, int depth) const {
  // The class itself, or the import that brings it, is not among the checked files.
  if (value.kind == NameValue::Kind::unbound) {
    return value.why.empty() || value.is_from_exo ? kind_of_exo_memory(name) : MemoryKind::unknown;
  }
  if (value.kind == NameValue::Kind::unknown && value.binding != nullptr) {
    std::string_view from = value.binding->module;
    return is_of_exo(from) ? kind_of_exo_memory(value.binding->source) : MemoryKind::unknown;
  }
  if (value.kind != NameValue::Kind::memory || depth > kMaxChain) return MemoryKind::unknown;
  const PythonBinding& binding = *value.binding;
  if (binding.name == "DRAM_STATIC" || binding.name == "StaticMemory" ||
      binding.alloc == AllocText::static_) {
    return MemoryKind::shared;
  }
  if (binding.alloc == AllocText::elsewhere) return MemoryKind::unknown;
  MemoryKind result = MemoryKind::private_;
  for (std::string_view base : binding.bases) {
    Point point{value.module, binding.scope, binding.block, binding.order};
    NameValue found = at_point(point, base, depth + 1);
    // An `alloc` of its own replaces that of a static base. Variables of a StaticMemory exist once whatever
    // it writes.
    bool replaces = binding.alloc == AllocText::automatic && !is_static_memory(found, base, depth + 1);
    MemoryKind of_base = kind_of(found, base, depth + 1);
    if (of_base == MemoryKind::shared && !replaces) return of_base;
    if (of_base == MemoryKind::unknown) result = of_base;
  }
  return result;
}

// Whether it is Exo's StaticMemory or comes from it.
bool NameLookup::is_static_memory(const NameValue& value, std::string_view name, int depth) const {
  if (value.kind != NameValue::Kind::memory) {
    const bool is_import = value.kind == NameValue::Kind::unknown && value.binding != nullptr;
    const std::string_view source = is_import ? value.binding->source : name;
    return source == "StaticMemory" || source == "AMX_TILE";
  }
  const PythonBinding& binding = *value.binding;
  if (binding.name == "StaticMemory" || depth > kMaxChain) return true;
  Point point{value.module, binding.scope, binding.block, binding.order};
  return std::any_of(binding.bases.begin(), binding.bases.end(), [&](std::string_view base) {
    return is_static_memory(at_point(point, base, depth + 1), base, depth + 1);
  });
}

// --- scopes ----------------------------------------------------------------------------------------------

std::string NameLookup::disturbed(const Module& module, uint32_t scope, std::string_view name) const {
  if (module.names.dynamic_line != 0) {
    return fmt::format("line {} changes names while the program runs", module.names.dynamic_line);
  }
  for (const PythonBinding* binding : bindings_of(module, scope, name)) {
    if (binding->from_elsewhere) return fmt::format("a function rebinds it in line {}", binding->line);
  }
  if (scope == kModuleScope && written_attributes_.contains(name)) {
    return fmt::format("an assignment to an attribute '{}' may rebind it", name);
  }
  if (scope == kModuleScope && attribute_setter_ != nullptr) {
    return fmt::format("line {} of '{}' writes an attribute that only Python knows",
                       attribute_setter_->names.unnamed_attribute_line, attribute_setter_->file.path());
  }
  return {};
}

NameValue NameLookup::at_point(const Point& point, std::string_view name, int depth) const {
  const Module& module = *point.module;
  const PythonNames& names = module.names;
  if (depth > kMaxChain) return unknown("too many names are defined by other names");
  const PythonScope& scope = names.scopes[point.scope];
  std::vector<const PythonBinding*> all = bindings_of(module, point.scope, name);
  if (declares_global(module, point.scope, name)) return whenever(module, name, depth + 1);
  if (all.empty()) {
    if (point.scope == kModuleScope) return in_stars(module, name, depth);
    NameValue outside = from_inside({&module, scope.parent, scope.outer_block, scope.order}, name, depth + 1);
    // Exo sees the variables of the class body, but not those of functions around the class.
    bool through_class = scope.kind == ScopeKind::class_body && scope.parent != kModuleScope;
    if (through_class && outside.kind != NameValue::Kind::unbound) {
      return unknown("it is bound outside of the class body that the proc is in");
    }
    return outside;
  }
  if (std::string why = disturbed(module, point.scope, name); !why.empty()) return unknown(why);
  const PythonBinding* last = nullptr;
  for (const PythonBinding* one : all) {
    if (one->order < point.order) last = one;
  }
  if (last == nullptr) {
    return unknown(fmt::format("it is bound only afterwards, in line {}", all.front()->line));
  }
  if (!names.block_encloses(last->block, point.block)) {
    return unknown(fmt::format("line {} binds it, but perhaps does not run", last->line));
  }
  for (const StarImport& star : names.stars) {
    if (star.scope == point.scope && star.order > last->order && star.order < point.order) {
      return unknown(fmt::format("'from {} import *' in line {} may rebind it", star.module, star.line));
    }
  }
  // The next iteration of a loop around the point runs what stands after it.
  for (uint32_t block = point.block; block != UINT32_MAX; block = names.blocks[block].parent) {
    if (!names.blocks[block].is_loop || names.block_encloses(block, last->block)) continue;
    for (const PythonBinding* one : all) {
      if (one->order > point.order && names.block_encloses(block, one->block)) {
        return unknown(fmt::format("the loop around it rebinds it in line {}", one->line));
      }
    }
    for (const StarImport& star : names.stars) {
      bool again =
          star.scope == point.scope && star.order > point.order && names.block_encloses(block, star.block);
      if (again) return unknown(fmt::format("the loop around it may rebind it in line {}", star.line));
    }
  }
  return value_of(module, *last, depth + 1);
}

// A free variable of a function that is defined at `definition` and runs at some time after.
NameValue NameLookup::from_inside(const Point& definition, std::string_view name, int depth) const {
  const Module& module = *definition.module;
  const PythonNames& names = module.names;
  if (definition.scope == kModuleScope) return whenever(module, name, depth);
  const PythonScope& scope = names.scopes[definition.scope];
  Point outer{&module, scope.parent, scope.outer_block, scope.order};
  if (scope.kind == ScopeKind::class_body) return from_inside(outer, name, depth);
  if (declares_global(module, definition.scope, name)) return whenever(module, name, depth);
  std::vector<const PythonBinding*> all = bindings_of(module, definition.scope, name);
  if (all.empty()) return from_inside(outer, name, depth);
  if (std::string why = disturbed(module, definition.scope, name); !why.empty()) return unknown(why);
  if (all.size() > 1) return unknown(fmt::format("it is rebound in line {}", all[1]->line));
  bool before = all[0]->order < definition.order && names.block_encloses(all[0]->block, definition.block);
  if (!before)
    return unknown(fmt::format("line {} binds it, but perhaps not before it is used", all[0]->line));
  return value_of(module, *all[0], depth + 1);
}

// A variable of the module, read at an unknown time: certain only if it is bound once.
NameValue NameLookup::whenever(const Module& module, std::string_view name, int depth) const {
  std::vector<const PythonBinding*> all = bindings_of(module, kModuleScope, name);
  if (all.empty()) return in_stars(module, name, depth);
  if (std::string why = disturbed(module, kModuleScope, name); !why.empty()) return unknown(why);
  if (all.size() > 1) return unknown(fmt::format("it is rebound in line {}", all[1]->line));
  for (const StarImport& star : module.names.stars) {
    if (star.order > all[0]->order) {
      return unknown(fmt::format("'from {} import *' in line {} may rebind it", star.module, star.line));
    }
  }
  return value_of(module, *all[0], depth + 1);
}

// What another file gets that imports the name.
NameValue NameLookup::at_end(const Module& module, std::string_view name, int depth) const {
  return at_point({&module, kModuleScope, 0, UINT32_MAX}, name, depth);
}

NameValue NameLookup::in_stars(const Module& module, std::string_view name, int depth) const {
  NameValue nothing;
  for (auto star = module.names.stars.rbegin(); star != module.names.stars.rend(); ++star) {
    std::string why;
    const Module* from = module_of(module, star->module, why);
    if (from == nullptr) {
      nothing.why = fmt::format("it may come from 'from {} import *'", star->module);
      nothing.is_from_exo = is_of_exo(star->module);
      return nothing;
    }
    NameValue value = depth > kMaxChain ? nothing : at_end(*from, name, depth + 1);
    if (value.kind != NameValue::Kind::unbound) return value;
  }
  return nothing;
}

// --- values ----------------------------------------------------------------------------------------------

NameValue NameLookup::value_of(const Module& module, const PythonBinding& binding, int depth) const {
  NameValue value;
  switch (binding.kind) {
    case BindingKind::proc:
      value.kind = NameValue::Kind::proc;
      value.proc = binding.proc;
      return value;
    case BindingKind::config:
      value.kind = NameValue::Kind::config;
      value.config = binding.config;
      return value;
    case BindingKind::memory:
      value.kind = NameValue::Kind::memory;
      value.module = &module;
      value.binding = &binding;
      return value;
    case BindingKind::import_name: {
      NameValue found = imported(module, binding.module, binding.source, binding.line, depth);
      if (found.kind == NameValue::Kind::unknown && found.binding == nullptr) found.binding = &binding;
      return found;
    }
    case BindingKind::expression:
      break;
    case BindingKind::other:
      return unknown(fmt::format("line {} binds it to a value that only Python knows", binding.line));
  }
  Point point{&module, binding.scope, binding.block, binding.order};
  if (binding.value->kind == ExprKind::name) {
    NameValue same = at_point(point, binding.value->name, depth + 1);
    if (same.kind != NameValue::Kind::unbound) return same;
  }
  std::string why;
  if (std::optional<int64_t> number = number_of(*binding.value, point, depth, why)) {
    value.kind = NameValue::Kind::number;
    value.number = *number;
    return value;
  }
  return unknown(
      why.empty() ? fmt::format("line {} binds it to a value that is not an integer constant", binding.line)
                  : why);
}

NameValue NameLookup::imported(const Module& from, std::string_view path, std::string_view name,
                               uint32_t line, int depth) const {
  if (depth > kMaxChain) return unknown("imports go in a circle");
  std::string why;
  const Module* module = module_of(from, path, why);
  if (module == nullptr) return unknown(fmt::format("line {} imports it from '{}', {}", line, path, why));
  NameValue value = at_end(*module, name, depth + 1);
  if (value.kind == NameValue::Kind::unbound) {
    return unknown(fmt::format("'{}' does not bind it, as far as its text says", module->file.path()));
  }
  value.binding = value.kind == NameValue::Kind::memory ? value.binding : nullptr;
  return value;
}

// The checked file that an import means: in the folder of the importing file or in one above it, as long as
// no nearer file, checked or not, has the same name.
const Module* NameLookup::module_of(const Module& from, std::string_view path, std::string& why) const {
  namespace fs = std::filesystem;
  size_t dots = std::min(path.find_first_not_of('.'), path.size());
  std::string relative(path.substr(dots));
  std::replace(relative.begin(), relative.end(), '.', '/');
  fs::path folder = fs::path(from.file.path()).lexically_normal().parent_path();
  for (size_t i = 1; i < dots; ++i) folder = folder.parent_path();
  std::error_code ignored;
  while (true) {
    std::array candidates = {folder / (relative + ".py"), folder / relative / "__init__.py"};
    for (const fs::path& candidate : candidates) {
      auto found = by_path_.find(candidate.lexically_normal().string());
      if (found != by_path_.end()) return found->second;
      if (fs::exists(candidate, ignored)) {
        why = "which is not among the checked files";
        return nullptr;
      }
    }
    if (dots > 0 || folder.empty() || folder == folder.parent_path()) break;
    folder = folder.parent_path();
  }
  why = "which is not among the checked files";
  return nullptr;
}

std::optional<int64_t> NameLookup::number_of(const Expr& expr, const Point& point, int depth,
                                             std::string& why) const {
  int64_t result = 0;
  switch (expr.kind) {
    case ExprKind::integer:
      return expr.value;
    case ExprKind::name: {
      NameValue value = at_point(point, expr.name, depth + 1);
      if (value.kind == NameValue::Kind::number) return value.number;
      if (!value.why.empty()) why = fmt::format("it is made of '{}': {}", expr.name, value.why);
      return std::nullopt;
    }
    case ExprKind::negate: {
      std::optional<int64_t> inner = number_of(*expr.args[0], point, depth, why);
      if (!inner || __builtin_sub_overflow(int64_t{0}, *inner, &result)) return std::nullopt;
      return result;
    }
    case ExprKind::binary:
      break;
    case ExprKind::real:
    case ExprKind::string:
    case ExprKind::boolean:
    case ExprKind::attribute:
    case ExprKind::index:
    case ExprKind::call:
    case ExprKind::compare:
    case ExprKind::logic:
      return std::nullopt;
  }
  std::optional<int64_t> a = number_of(*expr.args[0], point, depth, why);
  std::optional<int64_t> b = a ? number_of(*expr.args[1], point, depth, why) : std::nullopt;
  if (!b) return std::nullopt;
  switch (expr.op) {
    case BinaryOp::add:
      return __builtin_add_overflow(*a, *b, &result) ? std::nullopt : std::optional(result);
    case BinaryOp::sub:
      return __builtin_sub_overflow(*a, *b, &result) ? std::nullopt : std::optional(result);
    case BinaryOp::mul:
      return __builtin_mul_overflow(*a, *b, &result) ? std::nullopt : std::optional(result);
    case BinaryOp::div:
      // Python's `/` makes a float, which cannot be an index.
      if (!expr.floors || *b == 0 || (*a == INT64_MIN && *b == -1)) return std::nullopt;
      return floor_div(*a, *b);
    case BinaryOp::mod:
      if (*b == 0 || *b == -1) return std::nullopt;
      return floor_mod(*a, *b);
  }
  return std::nullopt;
}

}  // namespace dh::exo
