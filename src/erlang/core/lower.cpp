#include "erlang/core/lower.h"

#include <algorithm>

namespace dh::erlang {

bool CoreFunction::decides(ValueId id) const {
  const auto among = [&](const auto& choice) {
    const auto deciders = operands_in(choice.deciders);
    return std::find(deciders.begin(), deciders.end(), id) != deciders.end();
  };
  return std::any_of(branches.begin(), branches.end(), among) ||
         std::any_of(attempts.begin(), attempts.end(), among);
}

CoreModule lower_module(const Module& module, SharedInterner& names) {
  return lowering::Lowerer(module, names).run();
}

namespace lowering {

Names::Names(SharedInterner& n)
    : underscore(n.intern("_")),
      true_(n.intern("true")),
      false_(n.intern("false")),
      undefined(n.intern("undefined")),
      erlang(n.intern("erlang")),
      send(n.intern("!")),
      error(n.intern("error")),
      exit(n.intern("exit")),
      badarg(n.intern("badarg")),
      element(n.intern("element")),
      hd(n.intern("hd")),
      tl(n.intern("tl")),
      apply(n.intern("apply")),
      setelement(n.intern("setelement")),
      list_to_tuple(n.intern("list_to_tuple")),
      append_element(n.intern("append_element")),
      is_record(n.intern("is_record")),
      self(n.intern("self")),
      global(n.intern("global")),
      set_lock(n.intern("set_lock")),
      del_lock(n.intern("del_lock")),
      empty(n.intern("")),
      utf8(n.intern("utf8")),
      type_tests{{n.intern("is_atom"), {types::kAtom}},
                 {n.intern("is_boolean"), {types::kAtom, false}},
                 {n.intern("is_pid"), {types::kPid}},
                 {n.intern("is_port"), {types::kPort}},
                 {n.intern("is_reference"), {types::kReference}},
                 {n.intern("is_integer"), {types::kInteger}},
                 {n.intern("is_float"), {types::kFloat}},
                 {n.intern("is_number"), {types::kNumber}},
                 {n.intern("is_tuple"), {types::kTuple}},
                 {n.intern("is_record"), {types::kTuple, false}},
                 {n.intern("is_list"), {types::kList}},
                 {n.intern("is_binary"), {types::kBinary, false}},
                 {n.intern("is_bitstring"), {types::kBinary}},
                 {n.intern("is_map"), {types::kMap}},
                 {n.intern("is_map_key"), {types::kMap, false, 1}},
                 {n.intern("is_function"), {types::kFunction, false}},
                 {n.intern("tuple_size"), {types::kTuple, false}},
                 {n.intern("element"), {types::kTuple, false, 1}},
                 {n.intern("hd"), {types::kList, false}},
                 {n.intern("tl"), {types::kList, false}},
                 {n.intern("length"), {types::kList, false}},
                 {n.intern("map_size"), {types::kMap, false}},
                 {n.intern("byte_size"), {types::kBinary, false}},
                 {n.intern("bit_size"), {types::kBinary, false}}} {}

Lowerer::Lowerer(const Module& module, SharedInterner& names)
    : module_(module), interner_(names), names_(names) {}

CoreModule Lowerer::run() {
  out_.language = module_.language;
  out_.name = module_.name;
  out_.is_script = module_.is_script;
  out_.behaviours = module_.behaviours;
  out_.files = module_.files;
  out_.path = module_.path;
  for (size_t i = 0; i < module_.functions.size(); ++i) {
    local_.emplace(module_.functions[i].id, static_cast<uint32_t>(i));
  }
  for (const Import& import : module_.imports) imported_.emplace(import.function, import.module);
  FlatSet<FunctionName> exported(module_.exports.begin(), module_.exports.end());
  FlatSet<FunctionName> silenced(module_.nowarn_functions.begin(), module_.nowarn_functions.end());
  std::vector<CoreFunction> named(module_.functions.size());
  for (size_t i = 0; i < module_.functions.size(); ++i) {
    const Function& f = module_.functions[i];
    named[i].exported = module_.export_all || exported.contains(f.id);
    named[i].silenced = module_.nowarn_all || silenced.contains(f.id);
    // Funs inside refer to this index as their parent, or count on from all named functions.
    lower_function(f, named[i]);
  }
  out_.functions = std::move(named);
  for (CoreFunction& fun : funs_) {
    if (fun.parent < out_.functions.size()) fun.silenced = out_.functions[fun.parent].silenced;
    out_.functions.push_back(std::move(fun));
  }
  return std::move(out_);
}

void Lowerer::lower_function(const Function& f, CoreFunction& out) {
  Builder builder;
  builder.function = &out;
  builder.index = local_.at(f.id);
  b_ = &builder;
  out.name = f.id.name;
  out.arity = f.id.arity;
  out.place = f.place;
  lower_clauses(f.clauses, f.id.arity);
  b_ = nullptr;
}

void Lowerer::lower_clauses(Clauses clauses, uint32_t arity) {
  std::vector<ValueId> params;
  for (uint32_t i = 0; i < arity; ++i) params.push_back(add_value(ValueKind::param, i));
  open_block();
  CoreFunction& f = *b_->function;
  if (clauses.size() == 1 && clauses[0].guards.empty()) {
    const Clause& c = clauses[0];
    for (size_t i = 0; i < c.patterns.size() && i < arity; ++i) pattern(*c.patterns[i], params[i], true);
    f.result = body(c.body);
  } else {
    std::vector<CoreClause> out;
    std::vector<ValueId> deciders;
    ClauseVariables variables;
    for (const Clause& c : clauses) {
      for (size_t i = 0; i < c.patterns.size() && i < arity; ++i) {
        if (refutable(*c.patterns[i])) deciders.push_back(params[i]);
      }
      clause(c, params, true, deciders, out, variables);
    }
    Branch branch;
    branch.deciders = add_operands(deciders);
    branch.clauses = add_clauses(out);
    branch.result = join(out, deciders);
    f.result = branch.result;
    f.branches.push_back(branch);
    add_statement(StatementKind::branch, f.branches.size() - 1);
  }
  f.body = close_block();
}

ValueId Lowerer::lower_fun(const Expr& e) {
  uint32_t number = static_cast<uint32_t>(module_.functions.size() + funs_.size());
  CoreFunction& fun = funs_.emplace_back();
  Builder builder;
  builder.function = &fun;
  builder.around = b_;
  fun.is_fun = true;
  fun.name = b_->function->name;
  fun.fun_number = static_cast<uint32_t>(funs_.size());
  fun.place = e.place;
  Clauses clauses = e.clauses();
  fun.arity = clauses.empty() ? 0 : static_cast<uint32_t>(clauses[0].patterns.size());
  fun.parent = b_->index;
  builder.index = number;
  Builder* outside = b_;
  b_ = &builder;
  if (e.is(ExprKind::named_fun)) {
    // The parameters have to be the first values, so the fun's own name comes as a fresh closure value later:
    // it is bound lazily through lookup_in, which finds it here.
    builder.variables.emplace(e.name, ValueId());
  }
  lower_clauses(clauses, fun.arity);
  b_ = outside;
  return add_value(ValueKind::closure, number, builder.captured);
}

ValueId Lowerer::add_value(ValueKind kind, uint32_t index, std::span<const ValueId> operands) {
  CoreFunction& f = *b_->function;
  Value v;
  v.kind = kind;
  v.index = index;
  Range r = add_operands(operands);
  v.first = r.first;
  v.count = r.count;
  f.values.push_back(v);
  return ValueId(static_cast<uint32_t>(f.values.size() - 1));
}

ValueId Lowerer::shared_value(ValueKind kind, uint32_t index, std::span<const ValueId> operands) {
  uint64_t h = 0;
  for (ValueId id : operands) h = hash_combine(h, id.value);
  ValueKey key{kind, index, static_cast<uint32_t>(h), static_cast<uint32_t>(h >> 32)};
  auto [it, fresh] = b_->shared_values.try_emplace(key, ValueId());
  if (!fresh) return it->second;
  ValueId made = add_value(kind, index, operands);
  b_->shared_values[key] = made;
  return made;
}

ValueId Lowerer::constant(Constant c) {
  auto [it, fresh] = constants_.try_emplace(c, static_cast<uint32_t>(out_.constants.size()));
  if (fresh) out_.constants.push_back(c);
  return shared_value(ValueKind::constant, it->second);
}

ValueId Lowerer::field(ValueId tuple, uint32_t index) {
  const Value& v = b_->function->value(tuple);
  if (v.kind == ValueKind::tuple && index < v.count) return b_->function->operands_of(v)[index];
  return shared_value(ValueKind::field, index, std::span(&tuple, 1));
}

ValueId Lowerer::head(ValueId list) {
  const Value& v = b_->function->value(list);
  if (v.kind == ValueKind::cons) return b_->function->operands_of(v)[0];
  return shared_value(ValueKind::head, 0, std::span(&list, 1));
}

ValueId Lowerer::tail(ValueId list) {
  const Value& v = b_->function->value(list);
  if (v.kind == ValueKind::cons) return b_->function->operands_of(v)[1];
  return shared_value(ValueKind::tail, 0, std::span(&list, 1));
}

Range Lowerer::add_operands(std::span<const ValueId> operands) {
  std::vector<ValueId>& all = b_->function->operands;
  Range r{static_cast<uint32_t>(all.size()), static_cast<uint32_t>(operands.size())};
  // The operands may lie in `all` itself.
  std::vector<ValueId> copy(operands.begin(), operands.end());
  all.insert(all.end(), copy.begin(), copy.end());
  return r;
}

ValueId Lowerer::lookup_in(Builder& b, Symbol name) {
  if (auto it = b.variables.find(name); it != b.variables.end()) {
    if (it->second.valid()) return it->second;
    // A named fun's own name.
    Builder* here = b_;
    b_ = &b;
    ValueId self = add_value(ValueKind::closure, b.index);
    b.variables[name] = self;
    b_ = here;
    return self;
  }
  if (b.around == nullptr) return ValueId();
  ValueId outside = lookup_in(*b.around, name);
  if (!outside.valid()) return ValueId();
  Builder* here = b_;
  b_ = &b;
  ValueId inside = shared_value(ValueKind::outer, outside.value);
  b_ = here;
  b.function->values[inside.index()].name = shown_name(name);
  b.captured.push_back(outside);
  b.variables.emplace(name, inside);  // not in `bound`: it is bound outside of every clause
  return inside;
}

// Versions tell variables of Elixir apart: people know x@3 as x, and _@1 has no name.
Symbol Lowerer::shown_name(Symbol name) {
  if (module_.language == SourceLanguage::erlang) return name;
  std::string_view text = interner_.text(name);
  text = text.substr(0, text.rfind('@'));
  return text == "_" || text.starts_with("__") ? Symbol() : interner_.intern(text);
}

void Lowerer::bind(Symbol name, ValueId value) {
  b_->variables[name] = value;
  b_->bound.push_back(name);
  Value& v = b_->function->values[value.index()];
  Symbol shown = shown_name(name);
  if (!shown.valid()) return;
  if (!v.name.valid()) {
    v.name = shown;
  } else if (v.name != shown && !b_->open.empty()) {
    b_->function->names.push_back({value, shown});
    add_statement(StatementKind::name, b_->function->names.size() - 1);
  }
}

void Lowerer::undo_to(size_t mark) {
  while (b_->bound.size() > mark) {
    b_->variables.erase(b_->bound.back());
    b_->bound.pop_back();
  }
}

Range Lowerer::close_block() {
  std::vector<Statement>& all = b_->function->statements;
  std::vector<Statement>& block = b_->open.back();
  Range r{static_cast<uint32_t>(all.size()), static_cast<uint32_t>(block.size())};
  all.insert(all.end(), block.begin(), block.end());
  b_->open.pop_back();
  return r;
}

void Lowerer::refine(ValueId left, ValueId right, bool equal) {
  if (left == right) return;
  CoreFunction& f = *b_->function;
  f.refinements.push_back({left, right, 0, equal, in_match_});
  add_statement(StatementKind::refinement, f.refinements.size() - 1);
}

void Lowerer::refine_type(ValueId value, TypeMask types) {
  if (types == types::kAny) return;
  CoreFunction& f = *b_->function;
  f.refinements.push_back({value, ValueId(), types, true, false});
  add_statement(StatementKind::refinement, f.refinements.size() - 1);
}

void Lowerer::ClauseVariables::add(Symbol name, ValueId value) {
  for (auto& [known, values] : bound) {
    if (known == name) {
      values.push_back(value);
      return;
    }
  }
  bound.push_back({name, {value}});
}

}  // namespace lowering
}  // namespace dh::erlang
