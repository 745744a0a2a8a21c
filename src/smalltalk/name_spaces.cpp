#include "smalltalk/name_spaces.h"

#include <algorithm>

namespace dh::smalltalk {

namespace {

// Core is imported by Smalltalk in every VisualWorks, although that import is in no file-out.
constexpr std::string_view kCore = "Core";

// Whether an import includes a name: "Foo.*" and "Foo" all of namespace Foo, "Foo.Bar" only Bar.
bool import_matches(std::string_view import, std::string_view name_space, std::string_view simple) {
  if (import.ends_with(".*")) import.remove_suffix(2);
  import = canonical_name_space(import);
  if (import == name_space) return true;
  auto [qualifier, last] = split_dotted(import);
  return last == simple && canonical_name_space(qualifier) == name_space && !import.empty();
}

// "A.B" -> "A", "A" -> ""; the last step is empty, too.
bool is_joined(std::string_view whole, std::string_view outer, std::string_view inner) {
  if (outer.empty()) return whole == inner;
  return whole.size() == outer.size() + 1 + inner.size() && whole.starts_with(outer) &&
         whole[outer.size()] == '.' && whole.ends_with(inner);
}

}  // namespace

std::pair<std::string_view, std::string_view> split_dotted(std::string_view name) {
  size_t dot = name.rfind('.');
  if (dot == std::string_view::npos) return {{}, name};
  return {name.substr(0, dot), name.substr(dot + 1)};
}

std::string_view canonical_name_space(std::string_view name_space) {
  for (std::string_view root : {"Root", "Smalltalk"}) {
    if (name_space == root) return {};
    if (name_space.starts_with(root) && name_space[root.size()] == '.')
      name_space.remove_prefix(root.size() + 1);
  }
  return name_space;
}

std::string_view enclosing_name_space(std::string_view name_space) {
  size_t dot = name_space.rfind('.');
  return dot == std::string_view::npos ? std::string_view() : name_space.substr(0, dot);
}

bool is_default_name_space(std::string_view canonical) {
  return canonical.empty() || canonical == kCore;
}

void NameSpaces::declare(std::string_view name_space, const std::vector<std::string_view>& imports) {
  auto& known = imports_[std::string(canonical_name_space(name_space))];
  known.insert(known.end(), imports.begin(), imports.end());
}

bool NameSpaces::imports(std::string_view importer, std::string_view name_space,
                         std::string_view simple) const {
  if (importer.empty() && name_space == kCore) return true;
  std::span<const std::string> all = imports_of(importer);
  return std::any_of(all.begin(), all.end(),
                     [&](const std::string& import) { return import_matches(import, name_space, simple); });
}

std::span<const std::string> NameSpaces::imports_of(std::string_view canonical) const {
  auto it = imports_.find(canonical);
  return it == imports_.end() ? std::span<const std::string>() : std::span<const std::string>(it->second);
}

int NameSpaces::distance(std::string_view name, std::string_view defined_in, NameScope scope) const {
  std::string_view qualifier = split_dotted(name).first;
  std::string_view simple = split_dotted(name).second;
  std::string_view target = canonical_name_space(defined_in);
  std::string_view from = canonical_name_space(scope.name_space);
  bool qualified = !qualifier.empty();
  qualifier = canonical_name_space(qualifier);
  if (qualified && qualifier.empty()) from = {};  // Smalltalk.Foo: from the root down
  if (qualified && !qualifier.empty()) {
    int steps = 1;
    for (std::string_view at = from;; at = enclosing_name_space(at), ++steps) {
      if (is_joined(target, at, qualifier)) return steps;
      if (at.empty()) break;
    }
    if (is_default_name_space(qualifier) && is_default_name_space(target)) return kHidden / 2;
    // Glorp.Foo where Store.Glorp is meant and some import of Store explains it.
    bool below = target.size() > qualifier.size() && target.ends_with(qualifier) &&
                 target[target.size() - qualifier.size() - 1] == '.';
    return below ? kHidden / 2 : kHidden;
  }
  if (!qualified && std::any_of(scope.imports.begin(), scope.imports.end(), [&](std::string_view import) {
        return import_matches(import, target, simple);
      })) {
    return 1;
  }
  int steps = 2;
  for (std::string_view at = from;; at = enclosing_name_space(at), steps += 2) {
    if (at == target) return steps;
    if (imports(at, target, simple)) return steps + 1;
    if (at.empty()) break;
  }
  return kHidden;
}

}  // namespace dh::smalltalk
