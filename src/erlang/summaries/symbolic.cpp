#include "erlang/summaries/symbolic.h"

#include <fmt/format.h>

#include <algorithm>

#include "erlang/core/spelling.h"

namespace dh::erlang {

SymTable::SymTable(SymStore& store, const Core& core, const Values& values)
    : store_(store), core_(core), values_(values), recent_(kRecent) {
  none_.unknown = true;
}

SymId SymTable::make(SymKind kind, uint32_t index, std::span<const SymId> parts) {
  Sym s;
  s.kind = kind;
  s.index = index;
  s.fleeting = kind == SymKind::foreign || kind == SymKind::unknown || kind == SymKind::function ||
               kind == SymKind::child;
  s.open =
      kind == SymKind::param || kind == SymKind::local || kind == SymKind::outer || kind == SymKind::self;
  s.ground = kind == SymKind::constant || kind == SymKind::tuple || kind == SymKind::cons;
  uint64_t h = hash_combine(static_cast<uint64_t>(kind), index);
  for (SymId p : parts) {
    const Sym& part = store_[p];
    s.depth = std::max<uint8_t>(s.depth, static_cast<uint8_t>(part.depth + 1));
    s.computed = std::max(s.computed, part.computed);
    s.fleeting = s.fleeting || part.fleeting;
    s.open = s.open || part.open;
    s.ground = s.ground && part.ground;
    h = hash_combine(h, p.value);
  }
  if (kind == SymKind::computed || kind == SymKind::applied) ++s.computed;
  if (s.depth > kDeepest || parts.size() > kMaxParts) return unknown();
  Recent& recent = recent_[h % kRecent];
  if (recent.hash == h && recent.id.valid() && store_.is(recent.id, s, parts)) return recent.id;
  recent = {h, store_.intern(h, s, parts)};
  return recent.id;
}

SymId SymTable::part(SymKind kind, uint32_t index, SymId of) {
  const Sym& s = store_[of];
  if (kind == SymKind::field && s.kind == SymKind::tuple) {
    return index < s.count ? nth(s, index) : unknown();
  }
  if (kind != SymKind::field && s.kind == SymKind::cons) return nth(s, (kind == SymKind::head ? 0 : 1));
  if (kind == SymKind::field && s.kind == SymKind::with) {
    return index == s.index ? nth(s, 1) : part(kind, index, nth(s, 0));
  }
  if (kind != SymKind::field && s.kind == SymKind::list_of) {
    SymId element = nth(s, 0), of_list = part(kind, 0, nth(s, 1));
    return kind == SymKind::head ? instance(element, of_list) : list_of(element, of_list);
  }
  if (s.kind == SymKind::unknown || s.kind == SymKind::some) return of;
  return make(kind, index, std::span(&of, 1));
}

SymId SymTable::compute(SymKind kind, uint32_t index, std::span<const SymId> parts) {
  if (kind == SymKind::computed && index == element_) {
    const Sym& list = store_[parts[0]];
    if (list.kind == SymKind::list_of) return nth(list, 0);
    bool single = list.kind == SymKind::cons && store_[nth(list, 1)].kind == SymKind::constant;
    if (single) return nth(list, 0);
  }
  auto lost = [&](SymId p) { return p == unknown() || p == some() || p == any(); };
  if (std::any_of(parts.begin(), parts.end(), lost)) return unknown();
  if (kind == SymKind::computed && parts.size() == 2 && map_operation(index) == MapOperation::get)
    return under_key(index, parts[0], parts[1]);
  return make(kind, index, parts);
}

SymId SymTable::without_computed(SymId id) {
  Sym s = store_[id];
  if (s.kind == SymKind::computed || s.kind == SymKind::applied) return unknown();
  if (s.count == 0) return id;
  std::array<SymId, kMaxParts> kept;
  for (uint32_t i = 0; i < s.count; ++i) kept[i] = without_computed(nth(s, i));
  return rebuilt(s, {kept.data(), s.count});
}

bool SymTable::holds_parts(SymId id) const {
  const Sym& s = store_[id];
  if (s.kind != SymKind::computed) return s.kind == SymKind::tuple;
  std::string operation = core_.text(Symbol(s.index));
  return operation.starts_with("<<") || operation.starts_with("#{");
}

SymId SymTable::with(uint32_t index, SymId tuple, SymId element) {
  Sym s = store_[tuple];
  if (s.kind == SymKind::tuple && index < s.count) {
    std::vector<SymId> elements(parts(tuple).begin(), parts(tuple).end());
    elements[index] = element;
    return make(SymKind::tuple, 0, elements);
  }
  // What was known of the element before goes, so that saying the same thing again changes nothing.
  std::vector<std::pair<uint32_t, SymId>> others;
  for (; s.kind == SymKind::with; s = store_[tuple]) {
    if (s.index != index) others.push_back({s.index, nth(s, 1)});
    tuple = nth(s, 0);
  }
  for (; !others.empty(); others.pop_back()) {
    SymId both[] = {tuple, others.back().second};
    tuple = make(SymKind::with, others.back().first, both);
  }
  SymId both[] = {tuple, element};
  return make(SymKind::with, index, both);
}

SymId SymTable::list_of(SymId element, SymId list) {
  SymId both[] = {element, plain(list)};
  return make(SymKind::list_of, 0, both);
}

SymId SymTable::plain(SymId id) const {
  for (;;) {
    const Sym& s = store_[id];
    if (s.kind != SymKind::with && s.kind != SymKind::list_of) return id;
    id = nth(s, (s.kind == SymKind::with ? 0 : 1));
  }
}

SymId SymTable::instance(SymId shape, SymId at) {
  Sym s = store_[shape];
  if (!s.fleeting || at == unknown()) return shape;
  switch (s.kind) {
    case SymKind::tuple:
    case SymKind::cons: {
      std::vector<SymId> mine(parts(shape).begin(), parts(shape).end());
      for (uint32_t i = 0; i < s.count; ++i) {
        SymKind kind = s.kind == SymKind::tuple ? SymKind::field : i == 0 ? SymKind::head : SymKind::tail;
        if (store_[mine[i]].fleeting)
          mine[i] = instance(mine[i], part(kind, kind == SymKind::field ? i : 0, at));
      }
      return make(s.kind, 0, mine);
    }
    case SymKind::with: {
      SymId tuple = nth(s, 0), element = nth(s, 1);
      element = instance(element, part(SymKind::field, s.index, at));
      return with(s.index, instance(tuple, at), element);
    }
    case SymKind::list_of: {
      SymId element = nth(s, 0), list = nth(s, 1);
      return list_of(element, instance(list, at));
    }
    default:
      return at;
  }
}

const ValueSet& SymTable::objects(SymId id, FunctionId frame) const {
  const Sym& s = store_[id];
  switch (s.kind) {
    case SymKind::unknown:
    case SymKind::any:
    case SymKind::some:
    case SymKind::self:
    case SymKind::child:
    case SymKind::tuple:
    case SymKind::cons:
    case SymKind::with:
    case SymKind::list_of:
    case SymKind::head:
    case SymKind::tail:
    case SymKind::computed:
      return none_;
    case SymKind::applied: {  // whatever the function gives, to whomever
      ValueId result = core_.function(FunctionId(s.index)).result;
      return result.valid() ? values_.of(FunctionId(s.index), result) : none_;
    }
    case SymKind::param:
      return s.index < core_.function(frame).arity ? values_.of(frame, ValueId(s.index)) : none_;
    case SymKind::local:
    case SymKind::outer:
    case SymKind::foreign:
      return values_.of(NodeId(s.index));
    case SymKind::constant:
    case SymKind::function:
    case SymKind::field:
      break;
  }
  // Parts of parameters depend on the function; everything else means the same in every function.
  SymId root = id;
  while (store_[root].kind == SymKind::field) root = nth(store_[root], 0);
  uint32_t where = store_[root].kind == SymKind::param ? frame.value : UINT32_MAX;
  uint64_t key = static_cast<uint64_t>(where) << 32 | id.value;
  if (auto it = made_index_.find(key); it != made_index_.end()) return made_[it->second];
  ValueSet set;
  if (s.kind == SymKind::constant) {
    set.objects.push_back({ObjectKind::constant, s.index});
  } else if (s.kind == SymKind::function) {
    set.objects.push_back({ObjectKind::function, s.index});
  } else {
    set = values_.element(objects(nth(s, 0), frame), s.index);
  }
  made_index_.emplace(key, static_cast<uint32_t>(made_.size()));
  made_.push_back(std::move(set));
  return made_.back();
}

// By their shapes: the sizes of tuples and what their elements can be.
bool SymTable::may_be_equal(const Object& a, const Object& b, int depth) const {
  if (a.kind != b.kind) return a.kind == ObjectKind::table || b.kind == ObjectKind::table;
  if (a == b || a.kind == ObjectKind::table || a.kind == ObjectKind::cons) return true;
  if (a.kind != ObjectKind::tuple) return false;
  FunctionId f = core_.owner(NodeId(a.index)), g = core_.owner(NodeId(b.index));
  const CoreFunction &x = core_.function(f), &y = core_.function(g);
  auto parts = x.operands_of(x.value(core_.value_of(f, NodeId(a.index))));
  auto others = y.operands_of(y.value(core_.value_of(g, NodeId(b.index))));
  if (parts.size() != others.size()) return false;
  for (size_t i = 0; i < parts.size(); ++i) {
    if (!may_be_equal(values_.of(f, parts[i]), values_.of(g, others[i]), depth + 1)) return false;
  }
  return true;
}

bool SymTable::may_be_equal(const ValueSet& a, const ValueSet& b, int depth) const {
  if (a.unknown || b.unknown || a.objects.empty() || b.objects.empty() || depth > 2) return true;
  return std::any_of(a.objects.begin(), a.objects.end(), [&](const Object& x) {
    return std::any_of(b.objects.begin(), b.objects.end(),
                       [&](const Object& y) { return may_be_equal(x, y, depth); });
  });
}

bool SymTable::may_be_equal(SymId built, const Object& o, FunctionId frame) const {
  const Sym& s = store_[built];
  if (s.kind == SymKind::cons) return o.kind == ObjectKind::cons;
  if (o.kind != ObjectKind::tuple) return false;
  FunctionId f = core_.owner(NodeId(o.index));
  const CoreFunction& function = core_.function(f);
  auto parts = function.operands_of(function.value(core_.value_of(f, NodeId(o.index))));
  if (parts.size() != s.count) return false;
  for (uint32_t i = 0; i < s.count; ++i) {
    SymId part = nth(s, i);
    const Sym& p = store_[part];
    if (p.kind == SymKind::tuple || p.kind == SymKind::cons || p.kind == SymKind::any) continue;
    if (!may_be_equal(objects(part, frame), values_.of(f, parts[i]), 1)) return false;
  }
  return true;
}

bool SymTable::by_caller(SymId id) const {
  const Sym& s = store_[id];
  if (s.kind == SymKind::param || s.kind == SymKind::outer) return true;
  auto all = parts(id);
  return s.open && std::any_of(all.begin(), all.end(), [&](SymId p) { return by_caller(p); });
}

bool SymTable::has_self(SymId id) const {
  const Sym& s = store_[id];
  auto all = parts(id);
  return s.kind == SymKind::self || s.kind == SymKind::child ||
         (s.kind == SymKind::tuple &&
          std::any_of(all.begin(), all.end(), [&](SymId p) { return has_self(p); }));
}

bool SymTable::share_self(SymId a, SymId b) const {
  const Sym &x = store_[a], &y = store_[b];
  if (x.kind == SymKind::self || x.kind == SymKind::child)
    return y.kind == SymKind::self || y.kind == SymKind::child;
  if (x.kind != SymKind::tuple || y.kind != SymKind::tuple || x.count != y.count) return false;
  for (uint32_t i = 0; i < x.count; ++i) {
    if (share_self(nth(x, i), nth(y, i))) return true;
  }
  return false;
}

bool SymTable::has_constant(SymId id) const {
  const Sym& s = store_[id];
  auto all = parts(id);
  return s.kind == SymKind::constant ||
         (s.kind == SymKind::tuple &&
          std::any_of(all.begin(), all.end(), [&](SymId p) { return has_constant(p); }));
}

bool SymTable::has_any(SymId id) const {
  auto all = parts(id);
  return id == any() || (store_[id].kind == SymKind::tuple &&
                         std::any_of(all.begin(), all.end(), [&](SymId p) { return has_any(p); }));
}

bool SymTable::share_constant(SymId a, SymId b) const {
  const Sym &x = store_[a], &y = store_[b];
  if (x.kind == SymKind::constant) return a == b;
  if (x.kind != SymKind::tuple || y.kind != SymKind::tuple || x.count != y.count) return false;
  for (uint32_t i = 0; i < x.count; ++i) {
    if (share_constant(nth(x, i), nth(y, i))) return true;
  }
  return false;
}

Same SymTable::compare_sets(const ValueSet& a, const ValueSet& b) const {
  size_t common = 0;
  bool structured = false;
  for (const Object& o : a.objects) {
    common += static_cast<size_t>(std::count(b.objects.begin(), b.objects.end(), o));
    structured |= o.kind == ObjectKind::tuple || o.kind == ObjectKind::cons;
  }
  for (const Object& o : b.objects) structured |= o.kind == ObjectKind::tuple || o.kind == ObjectKind::cons;
  if (a.unknown || b.unknown) return common > 0 ? Same::maybe : Same::unknown;
  if (a.objects.empty() || b.objects.empty()) return Same::unknown;
  if (common == 0) return structured && may_be_equal(a, b, 0) ? Same::unknown : Same::no;
  bool one = a.objects.size() == 1 && b.objects.size() == 1;
  if (one && a.objects[0].kind == ObjectKind::constant) return Same::yes;
  if (one && a.objects[0].kind == ObjectKind::table) return Same::likely;
  return Same::maybe;
}

Same SymTable::compare(SymId a, SymId b, FunctionId frame) const {
  const Sym &x = store_[a], &y = store_[b];
  if (differ(a, b)) return Same::no;
  if (x.ground && y.ground) return Same::yes;
  bool at_once = a == any() || b == any() || a == some() || b == some();
  if (x.open || y.open || at_once) return compare_terms(a, b, frame);
  auto [it, fresh] = compared_.try_emplace(static_cast<uint64_t>(a.value) << 32 | b.value);
  if (!fresh) return it->second;
  Same same = compare_terms(a, b, frame);
  compared_[static_cast<uint64_t>(a.value) << 32 | b.value] = same;
  return same;
}

// The types that it can have, by how it is made.
TypeMask SymTable::types_of(const Sym& s) const {
  switch (s.kind) {
    case SymKind::constant:
      return type_of(core_.constant(ConstantId(s.index)));
    case SymKind::computed:
      return type_of_operation(core_.text(Symbol(s.index)));
    case SymKind::self:
    case SymKind::child:
      return types::kPid;
    case SymKind::function:
      return types::kFunction;
    case SymKind::tuple:
      return types::kTuple;
    case SymKind::cons:
      return types::kList;
    default:
      return types::kAny;
  }
}

Same SymTable::compare_terms(SymId a, SymId b, FunctionId frame) const {
  if (a == any() && b == any()) return Same::yes;
  if (a == some() || b == some()) return Same::maybe;
  if (a == any() || b == any()) return Same::likely;
  if (a == b && !store_[a].fleeting) return Same::yes;
  const Sym &x = store_[a], &y = store_[b];
  auto built = [](const Sym& s) { return s.kind == SymKind::tuple || s.kind == SymKind::cons; };
  auto plain = [](const Sym& s) { return s.kind == SymKind::constant || s.kind == SymKind::self; };
  if (plain(x) && plain(y)) return Same::no;
  if ((built(x) && plain(y)) || (built(y) && plain(x))) return Same::no;
  if (built(x) && built(y)) {
    if (x.kind != y.kind || x.count != y.count) return Same::no;
    Same all = Same::yes;
    for (uint32_t i = 0; i < x.count && all != Same::no; ++i) {
      all = std::min(all, compare(nth(x, i), nth(y, i), frame));
    }
    return all;
  }
  bool computed = x.kind == SymKind::computed || y.kind == SymKind::computed;
  if (computed && (types_of(x) & types_of(y)) == 0) return Same::no;
  if (built(x) || built(y)) {
    const ValueSet& set = objects(built(x) ? b : a, frame);
    SymId tuple = built(x) ? a : b;
    bool possible = set.unknown || set.objects.empty() ||
                    std::any_of(set.objects.begin(), set.objects.end(),
                                [&](const Object& o) { return may_be_equal(tuple, o, frame); });
    return possible ? Same::unknown : Same::no;
  }
  return compare_sets(objects(a, frame), objects(b, frame));
}

namespace {

// Others have it from their value, or are their own text.
bool has_name(const Sym& s) {
  return s.kind == SymKind::field || s.kind == SymKind::head || s.kind == SymKind::tail ||
         s.kind == SymKind::computed || s.kind == SymKind::applied;
}

}  // namespace

void SymTable::set_name(SymId id, FunctionId frame, Symbol name) {
  if (!has_name(store_[id])) return;
  names_.try_emplace(static_cast<uint64_t>(frame.value) << 32 | id.value, name);
}

// "N + 1", "atom_to_list(X)", "<<X/binary, _>>".
std::string SymTable::computed_text(SymId id, FunctionId frame, LocalNames names) const {
  const Sym& s = store_[id];
  std::string operation =
      s.kind == SymKind::applied ? core_.name_of(FunctionId(s.index)) : core_.text(Symbol(s.index));
  auto part = [&](uint32_t i) { return text(nth(s, i), frame, names); };
  auto list = [&](uint32_t first) {
    std::string out;
    for (uint32_t i = first; i < s.count; ++i) out += (i > first ? ", " : "") + part(i);
    return out;
  };
  if (operation == "<<") return "<<" + list(0) + ">>";
  if (operation.starts_with("<</")) {
    std::string value = part(0);
    if (s.count > 1) value += ":" + part(1);
    return operation.size() > 3 ? value + operation.substr(2) : value;
  }
  if (operation == "#{") return "#{" + list(0) + "}";
  if (operation == "#{+") return part(0) + "#{" + list(1) + "}";
  if (operation.starts_with("#{")) return part(0) + " " + operation.substr(2) + " " + part(1);
  size_t slash = operation.rfind('/');
  size_t colon = operation.find(':');
  bool is_elixir = frame.valid() && core_.module_of(frame).language == SourceLanguage::elixir;
  if (is_elixir && operation == "maps:get/2" && part(0).starts_with(':'))
    return part(1) + "." + part(0).substr(1);
  if (is_elixir && colon != std::string::npos && slash != std::string::npos && slash > colon + 1) {
    std::string module = spell_atom(SourceLanguage::elixir, operation.substr(0, colon));
    std::string name = operation.substr(colon + 1, slash - colon - 1);
    return fmt::format("{}{}({})", module == ":erlang" ? "" : module + ".", name, list(0));
  }
  if (colon != std::string::npos && slash != std::string::npos && slash > colon + 1) {
    std::string_view call = std::string_view(operation).substr(0, slash);
    if (call.starts_with("erlang:")) call.remove_prefix(colon + 1);
    return std::string(call) + "(" + list(0) + ")";
  }
  return s.count == 2 ? part(0) + " " + operation + " " + part(1) : operation + " " + list(0);
}

std::string SymTable::text(SymId id, FunctionId frame, LocalNames names) const {
  const Sym& s = store_[id];
  auto local = std::find_if(names.rbegin(), names.rend(), [&](const auto& n) { return n.first == id; });
  if (local != names.rend()) return core_.text(local->second);
  auto variable = [&](FunctionId f, ValueId v) {
    Symbol name = core_.function(f).value(v).name;
    return name.valid() ? core_.text(name) : std::string("_");
  };
  if (has_name(s)) {
    auto it = names_.find(static_cast<uint64_t>(frame.value) << 32 | id.value);
    if (it != names_.end()) return core_.text(it->second);
  }
  switch (s.kind) {
    case SymKind::unknown:
      return "_";
    case SymKind::any:
      return "any key";
    case SymKind::some:
      return "one of many";
    case SymKind::param:
      return s.index < core_.function(frame).arity ? variable(frame, ValueId(s.index)) : "_";
    case SymKind::local:
    case SymKind::outer:
    case SymKind::foreign: {
      FunctionId f = core_.owner(NodeId(s.index));
      return variable(f, core_.value_of(f, NodeId(s.index)));
    }
    case SymKind::self:
      return "self()";
    case SymKind::child:
      return "pid";
    case SymKind::constant:
      return core_.shown_constant(ConstantId(s.index), frame);
    case SymKind::function:
      return "fun";
    case SymKind::tuple: {
      std::string out = "{";
      for (uint32_t i = 0; i < s.count; ++i) out += (i ? ", " : "") + text(nth(s, i), frame, names);
      return out + "}";
    }
    case SymKind::with:
    case SymKind::list_of:
      return text(plain(id), frame, names);
    case SymKind::cons:
      return "[" + text(nth(s, 0), frame, names) + " | _]";
    case SymKind::field:
      return fmt::format("element {} of {}", s.index + 1, text(nth(s, 0), frame, names));
    case SymKind::head:
      return "head of " + text(nth(s, 0), frame, names);
    case SymKind::tail:
      return "tail of " + text(nth(s, 0), frame, names);
    case SymKind::computed:
    case SymKind::applied:
      return computed_text(id, frame, names);
  }
  return "_";
}

}  // namespace dh::erlang
