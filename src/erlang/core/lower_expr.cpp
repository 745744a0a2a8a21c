#include "erlang/core/lower.h"

namespace dh::erlang::lowering {

ValueId Lowerer::body(Exprs exprs) {
  ValueId last;
  for (const Expr* e : exprs) last = expr(*e);
  return last.valid() ? last : atom(names_.undefined);
}

ValueId Lowerer::expr(const Expr& e) {
  switch (e.kind) {
    case ExprKind::atom:
      return atom(e.name);
    case ExprKind::integer:
    case ExprKind::character:
      return integer(e.integer);
    case ExprKind::string:
      if (e.name == names_.empty) return nil();
      return constant({ConstantKind::other, e.name, kStringText});
    case ExprKind::big_integer:
      return constant({ConstantKind::other, e.name, kBigIntegerText});
    case ExprKind::floating:
      return constant({ConstantKind::other, Symbol(), e.integer});
    case ExprKind::variable: {
      ValueId known = lookup(e.name);
      return known.valid() ? known : add_value(ValueKind::unknown, 0);
    }
    case ExprKind::tuple: {
      std::vector<ValueId> elements;
      for (const Expr* child : e.children) elements.push_back(expr(*child));
      return shared_value(ValueKind::tuple, 0, elements);
    }
    case ExprKind::list:
    case ExprKind::improper_list: {
      std::vector<ValueId> elements;
      for (const Expr* child : e.children) elements.push_back(expr(*child));
      ValueId list = nil();
      if (e.is(ExprKind::improper_list)) {
        list = elements.back();
        elements.pop_back();
      }
      for (size_t i = elements.size(); i > 0; --i) {
        list = shared_value(ValueKind::cons, 0, std::vector<ValueId>{elements[i - 1], list});
      }
      return list;
    }
    case ExprKind::binary:
      return binary(e);
    case ExprKind::segment:
      return segment(e);
    case ExprKind::map:
    case ExprKind::map_field_assoc:
    case ExprKind::map_field_exact:
    case ExprKind::map_update:
      return map(e);
    case ExprKind::record_field:
      return of_children(e, ValueKind::unknown);
    case ExprKind::record:
      return record_make(e);
    case ExprKind::record_update:
      return record_update(e);
    case ExprKind::record_access: {
      ValueId v = expr(e.child(0));
      const RecordDefinition* record = module_.find_record(e.name);
      auto index = record ? record->field_index(e.child(1).name) : std::nullopt;
      if (!index) return add_value(ValueKind::unknown, 0, std::span(&v, 1));
      ValueId found = field(v, static_cast<uint32_t>(*index) + 1);
      Value& named = b_->function->values[found.index()];
      if (named.kind == ValueKind::field && !named.name.valid()) {
        named.name =
            interner_.intern(fmt::format("#{}.{}", interner_.text(e.name), interner_.text(e.child(1).name)));
      }
      return found;
    }
    case ExprKind::record_index: {
      const RecordDefinition* record = module_.find_record(e.name);
      auto index = record ? record->field_index(e.child(0).name) : std::nullopt;
      return index ? integer(static_cast<int64_t>(*index) + 2) : add_value(ValueKind::unknown, 0);
    }
    case ExprKind::match:
    case ExprKind::maybe_match: {
      ValueId v = expr(e.child(1));
      in_match_ = e.is(ExprKind::match);
      pattern(e.child(0), v);
      in_match_ = false;
      return v;
    }
    case ExprKind::binary_op:
    case ExprKind::unary_op:
      return operation(e);
    case ExprKind::call:
      return call(e);
    case ExprKind::remote:
      return of_children(e, ValueKind::unknown);
    case ExprKind::catch_expr:
      return catching(e);
    case ExprKind::block:
      return body(e.children);
    case ExprKind::if_expr:
    case ExprKind::case_expr:
      return choice(e);
    case ExprKind::receive_expr:
      return receive(e);
    case ExprKind::try_expr:
      return attempt(e);
    case ExprKind::maybe_expr:
      return maybe(e);
    case ExprKind::fun_expr:
    case ExprKind::named_fun:
      return lower_fun(e);
    case ExprKind::fun_local: {
      FunctionName f{e.name, static_cast<uint32_t>(e.integer)};
      FunctionKey key{module_.name, f.name, f.arity};
      if (auto it = imported_.find(f); it != imported_.end() && !local_.contains(f)) key.module = it->second;
      auto [it, fresh] = fun_names_.try_emplace(key, static_cast<uint32_t>(out_.fun_names.size()));
      if (fresh) out_.fun_names.push_back(key);
      return add_value(ValueKind::fun_name, it->second);
    }
    case ExprKind::fun_remote: {
      const Expr &m = e.child(0), &f = e.child(1), &a = e.child(2);
      if (!m.is(ExprKind::atom) || !f.is(ExprKind::atom) || !a.is(ExprKind::integer)) {
        return of_children(e, ValueKind::unknown);
      }
      FunctionKey key{m.name, f.name, static_cast<uint32_t>(a.integer)};
      auto [it, fresh] = fun_names_.try_emplace(key, static_cast<uint32_t>(out_.fun_names.size()));
      if (fresh) out_.fun_names.push_back(key);
      return add_value(ValueKind::fun_name, it->second);
    }
    case ExprKind::list_comprehension:
    case ExprKind::binary_comprehension:
    case ExprKind::map_comprehension:
      return comprehension(e);
#define DH_ERLANG_EXPR(id, name)
#define DH_ERLANG_GENERATOR(id, name) case ExprKind::id:
#include "erlang/syntax/expr_kinds.def"
#undef DH_ERLANG_EXPR
      return add_value(ValueKind::unknown, 0);  // only inside comprehensions, which take them apart
  }
  return add_value(ValueKind::unknown, 0);
}

ValueId Lowerer::record_make(const Expr& e) {
  const RecordDefinition* record = module_.find_record(e.name);
  if (record == nullptr || record_depth_ > 8) return of_children(e, ValueKind::unknown);
  std::vector<ValueId> fields(record->fields.size() + 1);
  fields[0] = atom(e.name);
  ValueId others;  // _ = E
  for (const Expr* f : e.children) {
    ValueId v = expr(f->child(1));
    auto index = f->child(0).is(ExprKind::atom) ? record->field_index(f->child(0).name) : std::nullopt;
    if (index) fields[*index + 1] = v;
    if (f->child(0).is(ExprKind::variable)) others = v;
  }
  for (size_t i = 0; i < record->fields.size(); ++i) {
    if (fields[i + 1].valid()) continue;
    const Expr* otherwise = record->fields[i].otherwise;
    ++record_depth_;  // a default may make a record that has this one as a default
    fields[i + 1] = others.valid() ? others : otherwise ? expr(*otherwise) : atom(names_.undefined);
    --record_depth_;
  }
  return shared_value(ValueKind::tuple, 0, fields);
}

ValueId Lowerer::record_update(const Expr& e) {
  ValueId base = expr(e.child(0));
  const RecordDefinition* record = module_.find_record(e.name);
  if (record == nullptr) return of_children(e, ValueKind::unknown);
  std::vector<ValueId> fields(record->fields.size() + 1);
  for (const Expr* f : e.children.subspan(1)) {
    ValueId v = expr(f->child(1));
    auto index = f->child(0).is(ExprKind::atom) ? record->field_index(f->child(0).name) : std::nullopt;
    if (index) fields[*index + 1] = v;
  }
  for (size_t i = 0; i < fields.size(); ++i) {
    if (!fields[i].valid()) fields[i] = i == 0 ? atom(e.name) : field(base, static_cast<uint32_t>(i));
  }
  return shared_value(ValueKind::tuple, 0, fields);
}

ValueId Lowerer::call(const Expr& e) {
  std::vector<ValueId> arguments;
  const Expr& callee = e.callee();
  Call c;
  uint32_t arity = static_cast<uint32_t>(e.arguments().size());
  if (callee.is(ExprKind::remote)) {
    const Expr &m = callee.child(0), &f = callee.child(1);
    if (m.is(ExprKind::atom) && f.is(ExprKind::atom)) {
      c.callee = {m.name, f.name, arity};
    } else {
      c.kind = CallKind::dynamic;
      c.module = expr(m);
      c.function = expr(f);
    }
  } else if (callee.is(ExprKind::atom)) {
    FunctionName name{callee.name, arity};
    auto import = imported_.find(name);
    if (local_.contains(name)) {
      c.local = true;
      c.callee = {module_.name, name.name, arity};
    } else {
      c.callee = {import != imported_.end() ? import->second : names_.erlang, name.name, arity};
    }
  } else {
    c.kind = CallKind::fun_value;
    c.function = expr(callee);
  }
  for (const Expr* a : e.arguments()) arguments.push_back(expr(*a));
  name_call(c, arguments);
  if (c.kind == CallKind::named && c.callee.module == names_.erlang) {
    if (ValueId v = built_in(c.callee.name, arguments); v.valid()) return v;
  }
  return add_call(c, arguments, e.place);
}

// A call by way of apply, variables or funs is one by name where the values are known here: M = erlang,
// M:whereis(X); apply(ets, lookup, [T, K]); (fun erlang:whereis/1)(X).
void Lowerer::name_call(Call& c, std::vector<ValueId>& arguments) const {
  const CoreFunction& f = *b_->function;
  const auto atom = [&](ValueId v) {
    const Value& value = f.value(v);
    if (value.kind != ValueKind::constant) return Symbol();
    const Constant& constant = out_.constants[value.index];
    return constant.kind == ConstantKind::atom ? constant.text : Symbol();
  };
  if (c.kind == CallKind::named && c.callee.module == names_.erlang && c.callee.name == names_.apply) {
    std::vector<ValueId> elements;
    if (arguments.size() < 2 || arguments.size() > 3 || !elements_of(arguments.back(), elements)) return;
    if (arguments.size() == 3) {
      if (!atom(arguments[0]).valid() || !atom(arguments[1]).valid()) return;
      c.callee = {atom(arguments[0]), atom(arguments[1]), static_cast<uint32_t>(elements.size())};
    } else {
      const Value& fun = f.value(arguments[0]);
      if (fun.kind != ValueKind::fun_name || out_.fun_names[fun.index].arity != elements.size()) return;
      c.callee = out_.fun_names[fun.index];
    }
    arguments = std::move(elements);
  } else if (c.kind == CallKind::dynamic && atom(c.module).valid() && atom(c.function).valid()) {
    c.kind = CallKind::named;
    c.callee = {atom(c.module), atom(c.function), static_cast<uint32_t>(arguments.size())};
  } else if (c.kind == CallKind::fun_value && f.value(c.function).kind == ValueKind::fun_name) {
    const FunctionKey& key = out_.fun_names[f.value(c.function).index];
    if (key.arity != arguments.size()) return;
    c.kind = CallKind::named;
    c.callee = key;
  }
}

// False: the list, or how long it is, is not known here.
bool Lowerer::elements_of(ValueId list, std::vector<ValueId>& elements) const {
  const CoreFunction& f = *b_->function;
  while (f.value(list).kind == ValueKind::cons) {
    const Value& cell = f.value(list);
    elements.push_back(f.operands[cell.first]);
    list = f.operands[cell.first + 1];
  }
  const Value& end = f.value(list);
  return end.kind == ValueKind::constant && out_.constants[end.index].kind == ConstantKind::nil;
}

ValueId Lowerer::add_call(Call c, std::span<const ValueId> arguments, const TreePlace& place) {
  CoreFunction& f = *b_->function;
  c.arguments = add_operands(arguments);
  c.place = place;
  c.handles_error = b_->handlers > 0;
  c.handles_badarg = b_->badarg_handlers > 0;
  c.handles_exit = b_->exit_handlers > 0;
  // The values that the result may be computed from are the arguments; what it is, the callee says.
  c.result = add_value(ValueKind::call, static_cast<uint32_t>(f.calls.size()), arguments);
  f.calls.push_back(c);
  add_statement(StatementKind::call, f.calls.size() - 1);
  return c.result;
}

// Built-ins that only take terms apart, or make one like another.
ValueId Lowerer::built_in(Symbol name, std::span<const ValueId> arguments) {
  if (arguments.size() == 1 && name == names_.hd) return head(arguments[0]);
  if (arguments.size() == 1 && name == names_.tl) return tail(arguments[0]);
  auto position = [&](ValueId v) -> std::optional<uint32_t> {
    const Value& index = b_->function->value(v);
    if (index.kind != ValueKind::constant) return std::nullopt;
    const Constant& c = out_.constants[index.index];
    if (c.kind != ConstantKind::integer || c.integer <= 0 || c.integer >= 256) return std::nullopt;
    return static_cast<uint32_t>(c.integer - 1);
  };
  if (arguments.size() == 2 && name == names_.element) {
    if (auto at = position(arguments[0])) return field(arguments[1], *at);
  }
  if (arguments.size() == 3 && name == names_.setelement) {
    ValueId parts[] = {arguments[1], arguments[2]};
    if (auto at = position(arguments[0])) return add_value(ValueKind::update, *at, parts);
  }
  std::vector<ValueId> elements;
  if (arguments.size() == 1 && name == names_.list_to_tuple && elements_of(arguments[0], elements))
    return shared_value(ValueKind::tuple, 0, elements);
  if (arguments.size() == 2 && name == names_.append_element)
    return add_value(ValueKind::update, kBehindLast, arguments);
  return ValueId();
}

ValueId Lowerer::comprehension(const Expr& e) {
  std::vector<ValueId> out;
  size_t mark = b_->bound.size();
  size_t hidden = b_->hidden.size();
  qualifiers(e, 1, out);
  undo_to(mark);
  while (b_->hidden.size() > hidden) {
    auto [name, value] = b_->hidden.back();
    b_->variables[name] = value;
    b_->hidden.pop_back();
  }
  ValueId result = add_value(ValueKind::computed, 0, out);
  b_->function->values[result.index()].elements = e.is(ExprKind::list_comprehension);
  return result;
}

void Lowerer::generator(const Expr& g, std::vector<ValueId>& sources) {
  if (g.is(ExprKind::zip_generator)) {
    for (const Expr* child : g.children) generator(*child, sources);
    return;
  }
  // Only generators can be zipped, but a broken text may hold anything.
  sources.push_back(expr(is_generator(g.kind) ? g.child(1) : g));
}

// A generator's variables are new ones, whatever is bound outside.
void Lowerer::hide_variables(const Expr& p) {
  if (p.is(ExprKind::variable)) {
    if (auto it = b_->variables.find(p.name); it != b_->variables.end()) {
      b_->hidden.emplace_back(it->first, it->second);
      b_->variables.erase(it);
    }
  }
  for (const Expr* child : p.children) hide_variables(*child);
}

void Lowerer::generator_pattern(const Expr& g, std::span<const ValueId> sources, size_t& at) {
  if (g.is(ExprKind::zip_generator)) {
    for (const Expr* child : g.children) generator_pattern(*child, sources, at);
    return;
  }
  ValueId source = sources[at++];
  if (!is_generator(g.kind)) return;
  bool of_list = g.is(ExprKind::generator) || g.is(ExprKind::strict_generator);
  ValueId element = add_value(of_list ? ValueKind::member : ValueKind::unknown, 0, std::span(&source, 1));
  if (g.child(0).is(ExprKind::map_field_exact)) {
    pattern(g.child(0).child(0), element, true);
    pattern(g.child(0).child(1), add_value(ValueKind::unknown, 0, std::span(&source, 1)), true);
  } else {
    pattern(g.child(0), element, true);
  }
}

// Each qualifier holds the rest of the comprehension in its clause.
void Lowerer::qualifiers(const Expr& e, size_t next, std::vector<ValueId>& out) {
  if (next >= e.children.size()) {
    out.push_back(expr(e.child(0)));
    return;
  }
  const Expr& q = e.child(next);
  bool generates = is_generator(q.kind);
  std::vector<ValueId> deciders;
  if (generates) {
    generator(q, deciders);
  } else {
    deciders.push_back(expr(q));
  }
  open_block();
  if (generates) {
    size_t at = 0;
    if (q.is(ExprKind::zip_generator)) {
      for (const Expr* g : q.children) {
        if (is_generator(g->kind)) hide_variables(g->child(0));
      }
    } else {
      hide_variables(q.child(0));
    }
    generator_pattern(q, deciders, at);
  } else {
    guard_test(q, true);
  }
  qualifiers(e, next + 1, out);
  for (ValueId d : deciders) out.push_back(d);
  CoreFunction& f = *b_->function;
  Branch branch;
  branch.kind = generates ? BranchKind::loop : BranchKind::option;
  CoreClause clause{close_block(), ValueId()};
  branch.deciders = add_operands(deciders);
  branch.clauses = add_clauses({clause});
  f.branches.push_back(branch);
  add_statement(StatementKind::branch, f.branches.size() - 1);
}

}  // namespace dh::erlang::lowering
