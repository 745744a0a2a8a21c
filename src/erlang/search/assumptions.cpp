#include "erlang/search/assumptions.h"

#include <algorithm>

namespace dh::erlang {
namespace {

// Which of two equal values to keep: the one that says more.
int rank(SymKind kind) {
  switch (kind) {
    case SymKind::constant:
      return 0;
    case SymKind::tuple:
    case SymKind::cons:
      return 1;
    case SymKind::self:
    case SymKind::child:
    case SymKind::param:
      return 2;
    case SymKind::outer:
      return 3;
    case SymKind::local:
    case SymKind::with:
    case SymKind::list_of:
      return 4;
    case SymKind::field:
    case SymKind::head:
    case SymKind::tail:
    case SymKind::computed:
    case SymKind::applied:
      return 5;
    case SymKind::any:
    case SymKind::some:
    case SymKind::function:
    case SymKind::foreign:
    case SymKind::unknown:
      return 6;
  }
  return 6;
}

}  // namespace

void Assumptions::make_equations() {
  if (scope_version_ == scope_.version()) return;
  scope_version_ = scope_.version();
  equal_.clear();
  unequal_.clear();
  known_.clear();
  if (!canonical_.empty()) canonical_.clear();
  for (const auto& [member, element] : scope_.bound()) {
    equal_.push_back({member, element});
    if (in_.syms[element].kind == SymKind::constant) note_domain(member, in_.domains.only(element));
  }
  for (const Scope::Fact& fact : scope_.facts()) add_fact(fact);
  for (auto& [a, b] : unequal_) {
    a = canonical(a);
    b = canonical(b);
  }
}

void Assumptions::add_fact(const Scope::Fact& fact) {
  const Refinement& refinement = in_.f.refinements[fact.refinement];
  if (!refinement.right.valid()) {
    TypeMask types = refinement.types;
    if (!fact.holds) types = static_cast<TypeMask>(types::kAny & ~types);
    note_domain(values_.of(refinement.left), in_.domains.of_types(types));
    return;
  }
  SymId a = values_.of(refinement.left), b = values_.of(refinement.right);
  if (a == b) return;
  if (rank(in_.syms[a].kind) < rank(in_.syms[b].kind)) std::swap(a, b);
  if (in_.syms[a].kind == SymKind::constant) return;  // two constants: this clause is never taken
  bool constant = in_.syms[b].kind == SymKind::constant;
  // A tag at the place of the key says that the key is elsewhere.
  if (constant && (is_part_of_looked_up(refinement.left) || is_part_of_looked_up(refinement.right))) return;
  if (refinement.equal == fact.holds) {
    equal_.push_back({a, b});
    if (constant) note_domain(a, in_.domains.only(b));
  } else {
    unequal_.push_back({a, b});
    if (constant) note_domain(a, in_.domains.all_but(b));
  }
}

// An element that is known by the key under which the object was looked up.
bool Assumptions::is_part_of_looked_up(ValueId v) {
  const Value& value = in_.f.value(v);
  return value.kind == ValueKind::field &&
         in_.syms[values_.of(in_.f.operands_of(value)[0])].kind == SymKind::with;
}

void Assumptions::note_domain(SymId value, DomainId domain) {
  auto known =
      std::find_if(known_.begin(), known_.end(), [&](const Condition& c) { return c.value == value; });
  if (known == known_.end()) {
    known_.push_back({value, domain});
  } else {
    known->domain = in_.domains.both(known->domain, domain);
  }
}

SymId Assumptions::canonical(SymId s) {
  if (!in_.syms[s].open) return s;
  make_equations();
  if (equal_.empty() && values_.alternatives_version() == 0) return s;
  drop_outdated();
  auto [it, is_new] = canonical_.try_emplace(s, s);
  if (!is_new) return it->second;
  SymId result = replace(s, 0);
  drop_outdated();
  return canonical_[s] = result;
}

void Assumptions::drop_outdated() {
  if (alternatives_version_ == values_.alternatives_version()) return;
  alternatives_version_ = values_.alternatives_version();
  canonical_.clear();
}

// An equation may hold its own left side (T =:= [X | T]), so the depth is limited.
SymId Assumptions::replace(SymId s, int depth) {
  if (depth > 4 || !in_.syms[s].open) return s;
  auto it = std::find_if(equal_.begin(), equal_.end(), [&](const auto& e) { return e.first == s; });
  if (it != equal_.end()) return replace(it->second, depth + 1);
  if (SymId only = only_alternative(s); only.valid()) return only;
  Sym now = in_.syms[s];
  if (now.count == 0) return s;
  std::array<SymId, SymTable::kMaxParts> parts;
  bool same = true;
  for (uint32_t i = 0; i < now.count; ++i) {
    SymId part = in_.syms.parts(s)[i];
    parts[i] = replace(part, depth + 1);
    same = same && parts[i] == part;
  }
  return same ? s : in_.syms.rebuilt(now, {parts.data(), now.count});
}

Same Assumptions::compare(SymId a, SymId b) {
  if (in_.syms.differ(a, b)) return Same::no;
  a = canonical(a);
  b = canonical(b);
  if (are_unequal(a, b)) return Same::no;
  return in_.syms.compare(a, b, in_.id);
}

Same Assumptions::compare(const Location& a, const Location& b) {
  if (a.state != b.state) return Same::no;
  Same key = compare(a.key, b.key);
  if (key < Same::maybe) return key;
  Same table =
      in_.model.states[a.state].ets_tables ? compare_tables(a.table, b.table) : compare(a.table, b.table);
  return std::min(table, key);
}

// Whether the clause says so of two canonical values.
bool Assumptions::are_unequal(SymId a, SymId b) {
  make_equations();
  return std::any_of(unequal_.begin(), unequal_.end(), [&](const auto& u) {
    return (u.first == a && u.second == b) || (u.first == b && u.second == a);
  });
}

// A table can be meant by its name and by what ets:new gave.
Same Assumptions::compare_tables(SymId a, SymId b) {
  a = canonical(a);
  b = canonical(b);
  bool closed = !in_.syms[a].open && !in_.syms[b].open && !are_unequal(a, b);
  if (const Same* known = closed ? in_.locations.known_same_table(a, b) : nullptr) return *known;
  Same same = in_.locations.same_table(a, b, in_.id, compare(a, b));
  if (closed) in_.locations.remember_same_table(a, b, same);
  return same;
}

// What a value can be here: itself, or what is left of its alternatives.
void Assumptions::possible_values(SymId value, std::vector<SymId>& values) {
  value = canonical(value);
  auto add = [&](SymId one) {
    if (std::find(values.begin(), values.end(), one) == values.end()) values.push_back(one);
  };
  const std::vector<SymId>* alternatives = values_.alternatives(value);
  if (alternatives == nullptr) return add(value);
  make_equations();
  for (SymId one : *alternatives) {
    if (fits(one, value)) add(one);
  }
}

// The one thing that a value, or a part of it, can be here; invalid if there are several.
SymId Assumptions::only_alternative(SymId value) {
  if (values_.alternatives_version() == 0) return SymId();
  SymId root = in_.syms.root(value);
  const std::vector<SymId>* alternatives = values_.alternatives(root);
  if (alternatives == nullptr) return SymId();
  std::vector<uint32_t> path;
  in_.syms.root(value, path);
  SymId only;
  for (SymId one : *alternatives) {
    SymId part = part_at(in_.syms, one, path);
    // Who takes an element of what has none does not get here.
    if (!part.valid() || part == only || !fits(one, root)) continue;
    if (only.valid()) return SymId();
    only = part;
  }
  return only;
}

// Whether the value can be this one, by what is known here of it and its elements.
bool Assumptions::fits(SymId alternative, SymId value) {
  auto takes = [&](uint32_t clause) { return surely_takes(in_.f.clauses[clause], alternative, value); };
  if (std::any_of(scope_.passed().begin(), scope_.passed().end(), takes)) return false;
  return std::all_of(known_.begin(), known_.end(), [&](const Condition& c) {
    if (in_.syms.root(c.value) != value) return true;
    std::vector<uint32_t> path;
    in_.syms.root(c.value, path);
    SymId part = part_at(in_.syms, alternative, path);
    return part.valid() && in_.domains.may_have(c.domain, part, in_.id);
  });
}

// Whether a clause would have been taken if the value were this one.
bool Assumptions::surely_takes(const CoreClause& clause, SymId alternative, SymId value) {
  bool about_it = false;
  for (uint32_t i = 0; i < clause.head.count; ++i) {
    const HeadTest& test = in_.f.head_tests[clause.head.first + i];
    SymId part = values_.of(test.value);
    std::vector<uint32_t> path;
    if (in_.syms.root(part, path) == value) {
      about_it = true;
      part = part_at(in_.syms, alternative, path);
      if (!part.valid()) return false;
    }
    const Sym& s = in_.syms[part];
    bool holds = false;
    if (test.constant.valid()) {
      holds = part == values_.of(test.constant);
    } else if (test.size == HeadTest::kListCell) {
      holds = s.kind == SymKind::cons;
    } else {
      holds = s.kind == SymKind::tuple && s.count == test.size;
    }
    if (!holds) return false;
  }
  return about_it;
}

}  // namespace dh::erlang
