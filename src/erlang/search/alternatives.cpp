// The few things that a value can be: what the clauses of a branch or a callee give. Where tests leave only
// one of them, the value is that one.
#include <algorithm>

#include "erlang/search/walk.h"

namespace dh::erlang {
namespace {

constexpr size_t kMostAlternatives = 6;

}  // namespace

// What a call gives, as far as the callees' summaries tell; `result` is what it gives as such.
SymId Walker::given_by(ValueId call, SymId result, int depth) {
  const std::vector<Target>& targets = r_.targets_of(id_, f_.value(call).index);
  if (targets.empty()) return result;
  if (targets[0].by_model) return result;
  OtherMaker none(*this, nullptr);
  std::vector<SymId> alternatives;
  for (const Target& target : targets) {
    const std::vector<SymId>& given = r_.summaries[target.function.index()].results;
    if (given.empty() || target.by_model || alternatives.size() > kMostAlternatives) return result;
    std::vector<SymId> arguments;
    for (ValueId a : target.arguments) arguments.push_back(a.valid() ? sym(a, depth + 1) : r_.syms.unknown());
    for (SymId one : given) {
      SymId here = r_.syms.instance(import(one, arguments), result);
      if (std::find(alternatives.begin(), alternatives.end(), here) == alternatives.end())
        alternatives.push_back(here);
    }
  }
  if (alternatives.size() == 1) return alternatives[0];
  note_alternatives(result, std::move(alternatives));
  return result;
}

// What a library gives that makes a list of the elements of another one, or of what a fun gives for them.
SymId Walker::list_given(ValueId call, SymId result, int depth) {
  const Call& c = f_.calls[f_.value(call).index];
  if (c.kind != CallKind::named || c.arguments.count == 0) return result;
  bool mapped = r_.model.mapped.contains(c.callee), flat = r_.model.flat.contains(c.callee);
  bool some = r_.model.some_of.contains(c.callee), one = r_.model.one_of.contains(c.callee);
  if (!mapped && !flat && !some && !one) return result;
  OtherMaker none(*this, nullptr);
  SymId element;
  const std::vector<Target>& targets = r_.targets_of(id_, f_.value(call).index);
  if ((mapped || flat) && c.arguments.count > 1) {
    if (targets.size() != 1 || !targets[0].list.valid()) return result;
    const Target& target = targets[0];
    std::vector<SymId> arguments;
    for (ValueId a : target.arguments) arguments.push_back(a.valid() ? sym(a, depth + 1) : r_.syms.unknown());
    if (arguments.empty()) return result;
    arguments[0] = some_element(sym(target.list, depth + 1));
    for (SymId given : r_.summaries[target.function.index()].results) {
      SymId here = import(given, arguments);
      if (flat && r_.syms[here].kind == SymKind::constant) continue;  // [] adds nothing
      if (flat) here = r_.syms[here].kind == SymKind::cons ? r_.syms.parts(here)[0] : element_of(here);
      if (!here.valid() || (element.valid() && here != element)) return result;
      element = here;
    }
  } else {
    element = element_of(sym(f_.operands_in(c.arguments).back(), depth + 1));
    if (flat && element.valid()) element = element_of(element);
  }
  if (!element.valid()) return result;
  return one ? r_.syms.instance(element, result) : r_.syms.list_of(element, result);
}

// The elements of a list that is written out, if there are not too many.
std::vector<ValueId> Walker::written_list(ValueId list) const {
  if (!list.valid() || f_.value(list).kind != ValueKind::cons) return {};
  auto elements = list_elements(r_.core, id_, list);
  return elements && elements->size() <= kMostAlternatives ? *elements : std::vector<ValueId>();
}

// What an element of the list is, whichever; invalid where that is not known.
SymId Walker::element_of(SymId list) {
  const Sym& s = r_.syms[list];
  if (s.kind == SymKind::list_of) return r_.syms.parts(list)[0];
  return SymId();
}

// The same by the list's name where nothing else is known.
SymId Walker::some_element(SymId list) {
  return r_.syms[list].fleeting && !element_of(list).valid() ? r_.syms.unknown() : r_.syms.element(list);
}

// For a round of a comprehension.
void Walker::bind_members(ValueId list, ValueId element) {
  bound_.clear();
  equations_made_ = false;
  for (uint32_t i = 0; element.valid() && i < f_.values.size(); ++i) {
    const Value& v = f_.values[i];
    if (v.kind == ValueKind::member && f_.operands_of(v)[0] == list)
      bound_.push_back({sym(ValueId(i)), sym(element)});
  }
}

// What a value can be here: itself, or what is left of its alternatives.
void Walker::possible_values(SymId value, std::vector<SymId>& values) {
  value = canonical(value);
  auto add = [&](SymId one) {
    if (std::find(values.begin(), values.end(), one) == values.end()) values.push_back(one);
  };
  auto it = alternatives_.find(value);
  if (it == alternatives_.end()) return add(value);
  if (!equations_made_) make_equations();
  for (SymId one : it->second) {
    if (fits(one, value)) add(one);
  }
}

void Walker::note_alternatives(SymId value, std::vector<SymId> alternatives) {
  SymKind of = r_.syms[value].kind;
  if (alternatives.size() > kMostAlternatives || (of != SymKind::local && of != SymKind::applied)) return;
  bool useful = std::any_of(alternatives.begin(), alternatives.end(), [&](SymId one) {
    SymKind kind = r_.syms[one].kind;
    return kind != SymKind::local && kind != SymKind::unknown && kind != SymKind::constant && one != value;
  });
  if (!useful) return;
  alternatives_[value] = std::move(alternatives);
  if (!canonical_.empty()) canonical_.clear();
}

// Whether a clause would have been taken if the value were this one.
bool Walker::surely_takes(const CoreClause& clause, SymId alternative, SymId value) {
  bool about_it = false;
  for (uint32_t i = 0; i < clause.head.count; ++i) {
    const HeadTest& test = f_.head_tests[clause.head.first + i];
    SymId part = sym(test.value);
    std::vector<uint32_t> path;
    if (r_.syms.root(part, path) == value) {
      about_it = true;
      part = along(alternative, path);
      if (!part.valid()) return false;
    }
    const Sym& s = r_.syms[part];
    bool holds = false;
    if (test.constant.valid()) {
      holds = part == sym(test.constant);
    } else if (test.size == HeadTest::kListCell) {
      holds = s.kind == SymKind::cons;
    } else {
      holds = s.kind == SymKind::tuple && s.count == test.size;
    }
    if (!holds) return false;
  }
  return about_it;
}

// Whether the value can be this one, by what is known here of it and its elements.
bool Walker::fits(SymId alternative, SymId value) {
  auto takes = [&](uint32_t clause) { return surely_takes(f_.clauses[clause], alternative, value); };
  if (std::any_of(passed_.begin(), passed_.end(), takes)) return false;
  return std::all_of(known_.begin(), known_.end(), [&](const Condition& c) {
    if (r_.syms.root(c.value) != value) return true;
    std::vector<uint32_t> path;
    r_.syms.root(c.value, path);
    SymId part = along(alternative, path);
    return part.valid() && r_.domains.may_have(c.domain, part, id_);
  });
}

// The part that a path leads to, from its end; invalid where there is no such one.
SymId Walker::along(SymId value, std::span<const uint32_t> path) {
  for (size_t i = path.size(); i > 0; --i) {
    const Sym& whole = r_.syms[value];
    bool list = whole.kind == SymKind::cons || whole.kind == SymKind::list_of;
    if (whole.kind == SymKind::constant || whole.kind == SymKind::function) return SymId();
    if (path[i - 1] == SymTable::kHead || path[i - 1] == SymTable::kTail) {
      if (whole.kind == SymKind::tuple || whole.kind == SymKind::with) return SymId();
      value = r_.syms.part(path[i - 1] == SymTable::kHead ? SymKind::head : SymKind::tail, 0, value);
    } else {
      if (list || (whole.kind == SymKind::tuple && path[i - 1] >= whole.count)) return SymId();
      value = r_.syms.part(SymKind::field, path[i - 1], value);
    }
  }
  return value;
}

// The one thing that a value, or a part of it, can be here; invalid if there are several.
SymId Walker::only_alternative(SymId value) {
  if (alternatives_.empty()) return SymId();
  SymId root = r_.syms.root(value);
  auto it = alternatives_.find(root);
  if (it == alternatives_.end()) return SymId();
  std::vector<uint32_t> path;
  r_.syms.root(value, path);
  SymId only;
  for (SymId one : it->second) {
    SymId part = along(one, path);
    // Who takes an element of what has none does not get here.
    if (!part.valid() || part == only || !fits(one, root)) continue;
    if (only.valid()) return SymId();
    only = part;
  }
  return only;
}

}  // namespace dh::erlang
