// Lookup among definitions of one simple name. NameSpaces::distance says what a name means; where many
// definitions share a name, the namespaces that the scope reaches are looked up instead of computing the
// distance to each definition.
#include <algorithm>

#include "smalltalk/name_spaces.h"

namespace dh::smalltalk {

namespace {

constexpr uint32_t kNowhere = UINT32_MAX;  // greater than any position

uint32_t position_of(const FlatMap<std::string_view, uint32_t, StringHash>& map, std::string_view key) {
  auto it = map.find(key);
  return it == map.end() ? kNowhere : it->second;
}

// The first definition that one of the imports includes, by the rule of import_matches.
template <typename Imports, typename Exact>
uint32_t first_imported(const Imports& imports, std::string_view simple, const Exact& exact) {
  uint32_t first = kNowhere;
  for (std::string_view import : imports) {
    if (import.ends_with(".*")) import.remove_suffix(2);
    import = canonical_name_space(import);
    first = std::min(first, position_of(exact, import));
    auto [qualifier, last] = split_dotted(import);
    if (last == simple && !import.empty()) {
      first = std::min(first, position_of(exact, canonical_name_space(qualifier)));
    }
  }
  return first;
}

}  // namespace

void ScopedNames::add_to(Index& index, std::string_view name_space, uint32_t position) {
  index.exact.emplace(name_space, position);
  for (size_t dot = name_space.find('.'); dot != std::string_view::npos; dot = name_space.find('.', dot + 1))
    index.below.emplace(name_space.substr(dot + 1), position);
}

void ScopedNames::add(std::string_view simple, std::string_view name_space, uint32_t id) {
  Entry& entry = entries_[simple];
  name_space = canonical_name_space(name_space);
  entry.definitions.push_back({name_space, id});
  if (entry.index != nullptr) {
    add_to(*entry.index, name_space, static_cast<uint32_t>(entry.definitions.size() - 1));
  } else if (entry.definitions.size() > max_without_index_) {
    entry.index = std::make_unique<Index>();
    for (uint32_t i = 0; i < entry.definitions.size(); ++i)
      add_to(*entry.index, entry.definitions[i].name_space, i);
  }
}

uint32_t ScopedNames::find_in(std::string_view simple, std::string_view name_space) const {
  auto it = entries_.find(simple);
  if (it == entries_.end()) return kNothing;
  const Entry& entry = it->second;
  name_space = canonical_name_space(name_space);
  if (entry.index != nullptr) {
    uint32_t position = position_of(entry.index->exact, name_space);
    return position == kNowhere ? kNothing : entry.definitions[position].id;
  }
  for (const Definition& definition : entry.definitions) {
    if (definition.name_space == name_space) return definition.id;
  }
  return kNothing;
}

uint32_t ScopedNames::qualified_by_index(const Index& index, std::string_view qualifier,
                                         std::string_view from) {
  std::string joined;
  for (std::string_view at = from; !at.empty(); at = enclosing_name_space(at)) {
    joined.assign(at).append(1, '.').append(qualifier);
    if (uint32_t found = position_of(index.exact, joined); found != kNowhere) return found;
  }
  if (uint32_t found = position_of(index.exact, qualifier); found != kNowhere) return found;
  uint32_t first = position_of(index.below, qualifier);
  return is_default_name_space(qualifier) ? std::min(first, position_of(index.exact, {})) : first;
}

uint32_t ScopedNames::nearest_by_index(const Index& index, std::string_view name,
                                       const NameSpaces& name_spaces, NameScope scope) {
  auto [qualifier, simple] = split_dotted(name);
  std::string_view from = canonical_name_space(scope.name_space);
  bool qualified = !qualifier.empty();
  qualifier = canonical_name_space(qualifier);
  if (!qualifier.empty()) return qualified_by_index(index, qualifier, from);
  if (qualified) {
    from = {};
  } else if (uint32_t found = first_imported(scope.imports, simple, index.exact); found != kNowhere) {
    return found;
  }
  for (std::string_view at = from;; at = enclosing_name_space(at)) {
    if (uint32_t found = position_of(index.exact, at); found != kNowhere) return found;
    uint32_t found = first_imported(name_spaces.imports_of(at), simple, index.exact);
    if (at.empty()) found = std::min(found, position_of(index.exact, "Core"));
    if (found != kNowhere || at.empty()) return found;
  }
}

uint32_t ScopedNames::nearest(const Entry& entry, std::string_view name, const NameSpaces& name_spaces,
                              NameScope scope) {
  if (entry.index != nullptr) return nearest_by_index(*entry.index, name, name_spaces, scope);
  uint32_t best = kNowhere;
  int least = NameSpaces::kHidden;
  for (uint32_t i = 0; i < entry.definitions.size(); ++i) {
    int distance = name_spaces.distance(name, entry.definitions[i].name_space, scope);
    if (distance >= least) continue;
    least = distance;
    best = i;
  }
  return best;
}

uint32_t ScopedNames::find(std::string_view name, const NameSpaces& name_spaces, NameScope scope) const {
  auto [qualifier, simple] = split_dotted(name);
  auto it = entries_.find(simple);
  if (it == entries_.end()) return kNothing;
  const Entry& entry = it->second;
  if (qualifier.empty() && entry.definitions.size() == 1) return entry.definitions.front().id;
  uint32_t position = nearest(entry, name, name_spaces, scope);
  if (position != kNowhere) return entry.definitions[position].id;
  return qualifier.empty() ? entry.definitions.front().id : kNothing;
}

}  // namespace dh::smalltalk
