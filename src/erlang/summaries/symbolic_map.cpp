// Maps that are put together in one place and taken apart in another.
#include "erlang/summaries/symbolic.h"

namespace dh::erlang {

SymTable::MapOperation SymTable::map_operation(uint32_t operation) const {
  auto [it, fresh] = map_operations_.try_emplace(operation, MapOperation::none);
  if (!fresh) return it->second;
  std::string text = core_.text(Symbol(operation));
  MapOperation result = text == "maps:get/2"                              ? MapOperation::get
                        : text == "#{"                                    ? MapOperation::make
                        : text == "#{=>" || text == "#{:="                ? MapOperation::field
                        : text == "#{+"                                   ? MapOperation::update
                        : text == "maps:put/3" || text == "maps:update/3" ? MapOperation::put
                                                                          : MapOperation::none;
  return map_operations_[operation] = result;
}

SymId SymTable::taken_from(SymId id) const {
  const Sym& s = store_[id];
  if (is_part(s.kind)) return nth(s, 0);
  return map_operation(id) == MapOperation::get && s.count == 2 ? nth(s, 1) : id;
}

SymTable::MapOperation SymTable::map_operation(SymId id) const {
  const Sym& s = store_[id];
  return s.kind == SymKind::computed ? map_operation(s.index) : MapOperation::none;
}

// Whether that field of a map decides: it has the key, or may have it. `found` is invalid for the latter.
bool SymTable::find_key(SymId key, SymId field, SymId& found) const {
  auto pair = parts(field);
  if (map_operation(field) != MapOperation::field || pair.size() != 2) return true;
  if (differ(pair[0], key)) return false;
  if (pair[0] == key) found = pair[1];
  return true;
}

// What maps:get/2 (the operation) gives: the value under a constant key, as far as that is known, or what the
// map had under it before fields of other keys were set.
SymId SymTable::under_key(uint32_t operation, SymId key, SymId map) {
  auto not_known = [&](SymId of) {
    SymId both[] = {key, of};
    return make(SymKind::computed, operation, both);
  };
  if (!store_[key].ground) return not_known(map);
  for (SymId at = map;;) {
    auto of = parts(at);
    MapOperation made_by = map_operation(at);
    if (made_by == MapOperation::put) {
      if (of[0] == key) return of[1];
      if (!differ(of[0], key)) return not_known(at);
      at = of[2];
      continue;
    }
    if (made_by != MapOperation::make && made_by != MapOperation::update) return not_known(at);
    size_t first = made_by == MapOperation::update ? 1 : 0;
    for (size_t i = of.size(); i > first; --i) {
      SymId found;
      if (find_key(key, of[i - 1], found)) return found.valid() ? found : not_known(at);
    }
    if (made_by == MapOperation::make) return not_known(at);
    at = of[0];
  }
}

}  // namespace dh::erlang
