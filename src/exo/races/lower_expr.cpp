#include <fmt/format.h>

#include <algorithm>

#include "exo/races/lower_env.h"

namespace dh::exo {

Term ExprLowering::index(const Expr& expr, const Env& env) {
  switch (expr.kind) {
    case ExprKind::integer:
      return constant_term(expr.value);
    case ExprKind::name:
      if (!expr.why_unknown.empty()) return variable_term(python_value(expr, env));
      return expr.is_constant ? constant_term(expr.value) : env.bindings[expr.decl.index()].term;
    case ExprKind::attribute: {
      ConfigCell cell{expr.config, expr.field_index};
      reads_.push_back({View{config_buffer(cell), {}}, expr.span, &expr});
      return config_value(cell);
    }
    case ExprKind::negate:
      return scale(index(*expr.args[0], env), -1);
    case ExprKind::call:
      return stride_value(expr, env);
    case ExprKind::binary: {
      Term a = index(*expr.args[0], env);
      Term b = index(*expr.args[1], env);
      switch (expr.op) {
        case BinaryOp::add:
          return add(a, b);
        case BinaryOp::sub:
          return subtract(a, b);
        case BinaryOp::mul:
          return k_.formulas.vars.product(a, b);
        case BinaryOp::div:
          if (!expr.why_unknown.empty()) return variable_term(unknown_result(expr));
          return k_.formulas.vars.quotient(a, b.constant);
        case BinaryOp::mod:
          if (!expr.why_unknown.empty()) return variable_term(unknown_result(expr));
          return subtract(a, scale(k_.formulas.vars.quotient(a, b.constant), b.constant));
      }
      break;
    }
    case ExprKind::real:
    case ExprKind::string:
    case ExprKind::boolean:
    case ExprKind::index:
    case ExprKind::compare:
    case ExprKind::logic:
      break;
  }
  DH_CHECK(false, "an index expression that resolve.cpp should have refused");
}

// A number of the Python around a proc: one for all threads, whatever it is.
VarId ExprLowering::python_value(const Expr& expr, const Env& env) {
  auto [entry, fresh] = python_values_.try_emplace({env.proc, expr.name}, VarId{});
  if (fresh) {
    entry->second =
        k_.formulas.vars.add_unknown(VarKind::python, std::string(expr.name), std::string(expr.why_unknown));
  }
  return entry->second;
}

// What a division by such a number gives: it may differ from thread to thread.
VarId ExprLowering::unknown_result(const Expr& expr) {
  return k_.formulas.vars.add_unknown(VarKind::unknown, "a quotient", std::string(expr.why_unknown));
}

FormulaId ExprLowering::condition(const Expr& expr, const Env& env) {
  Formulas& f = k_.formulas;
  switch (expr.kind) {
    case ExprKind::boolean:
      return f.truth(expr.value != 0);
    case ExprKind::name:
      if (!expr.why_unknown.empty()) return f.zero(plus(variable_term(python_value(expr, env)), -1));
      return env.bindings[expr.decl.index()].condition;
    case ExprKind::attribute: {
      ConfigCell cell{expr.config, expr.field_index};
      reads_.push_back({View{config_buffer(cell), {}}, expr.span, &expr});
      return f.zero(plus(config_value(cell), -1));
    }
    case ExprKind::logic: {
      FormulaId a = condition(*expr.args[0], env);
      FormulaId b = condition(*expr.args[1], env);
      return expr.is_or ? f.either(a, b) : f.both(a, b);
    }
    case ExprKind::compare:
      break;
    case ExprKind::integer:
    case ExprKind::real:
    case ExprKind::string:
    case ExprKind::index:
    case ExprKind::call:
    case ExprKind::negate:
    case ExprKind::binary:
      DH_CHECK(false, "a condition that resolve.cpp should have refused");
  }
  const Expr& left = *expr.args[0];
  bool of_bools =
      left.kind == ExprKind::boolean || left.kind == ExprKind::compare || left.kind == ExprKind::logic ||
      (left.kind == ExprKind::name && left.decl.valid() &&
       env.proc->decls[left.decl.index()].base == BaseType::boolean) ||
      (left.kind == ExprKind::attribute && left.config->fields[left.field_index].base == BaseType::boolean);
  if (of_bools) {
    FormulaId a = condition(left, env);
    FormulaId b = condition(*expr.args[1], env);
    return f.either(f.both(a, b), f.both(f.negate(a), f.negate(b)));
  }
  Term a = index(left, env);
  Term b = index(*expr.args[1], env);
  switch (expr.compare) {
    case CompareOp::lt:
      return f.less(a, b);
    case CompareOp::le:
      return f.at_most(a, b);
    case CompareOp::eq:
      return f.equal(a, b);
    case CompareOp::gt:
      return f.less(b, a);
    case CompareOp::ge:
      return f.at_most(b, a);
  }
  return f.no();
}

void ExprLowering::data(const Expr& expr, const Env& env) {
  switch (expr.kind) {
    case ExprKind::integer:
    case ExprKind::real:
    case ExprKind::string:
    case ExprKind::boolean:
      return;
    case ExprKind::name:
      if (expr.is_constant || env.proc->decls[expr.decl.index()].base != BaseType::data) return;
      reads_.push_back({env.bindings[expr.decl.index()].view, expr.span, &expr});
      return;
    case ExprKind::attribute:
      reads_.push_back({View{config_buffer({expr.config, expr.field_index}), {}}, expr.span, &expr});
      return;
    case ExprKind::index:
      reads_.push_back({view(expr, env), expr.span, &expr});
      return;
    case ExprKind::call:
      if (expr.name == "stride") return;
      break;
    case ExprKind::negate:
    case ExprKind::binary:
    case ExprKind::compare:
    case ExprKind::logic:
      break;
  }
  for (const Expr* arg : expr.args) data(*arg, env);
}

View ExprLowering::view(const Expr& expr, const Env& env) {
  return subscript(env.bindings[expr.decl.index()].view, expr.subscripts, env);
}

View ExprLowering::subscript(const View& base, std::span<const Subscript> subscripts, const Env& env) {
  View result;
  result.buffer = base.buffer;
  // The dimensions that stay open, renumbered.
  int32_t rank = 0;
  for (const View::Axis& axis : base.axes) rank = std::max(rank, axis.dim + 1);
  std::vector<Term> offsets(static_cast<size_t>(rank));
  std::vector<int32_t> dims(static_cast<size_t>(rank), -1);
  int32_t open = 0;
  for (size_t d = 0; d < offsets.size(); ++d) {
    bool point = d < subscripts.size() && !subscripts[d].slice;
    if (d < subscripts.size() && subscripts[d].low != nullptr) offsets[d] = index(*subscripts[d].low, env);
    if (d < subscripts.size() && subscripts[d].high != nullptr) index(*subscripts[d].high, env);
    if (!point) dims[d] = open++;
  }
  for (const View::Axis& axis : base.axes) {
    if (axis.dim < 0) {
      result.axes.push_back(axis);
    } else {
      size_t d = static_cast<size_t>(axis.dim);
      result.axes.push_back({add(axis.offset, offsets[d]), dims[d]});
    }
  }
  return result;
}

BufferId ExprLowering::config_buffer(ConfigCell cell) {
  auto [entry, fresh] = config_buffers_.try_emplace(cell, BufferId{});
  if (fresh) {
    std::string name = fmt::format("{}.{}", cell.first->name, cell.first->fields[cell.second].name);
    entry->second = k_.buffers.add(Buffer{std::move(name), 0, true, &cell.first->fields[cell.second]});
  }
  return entry->second;
}

Term ExprLowering::config_value(ConfigCell cell) {
  bool shaky =
      all_volatile || std::find(volatile_cells.begin(), volatile_cells.end(), cell) != volatile_cells.end();
  std::string name = fmt::format("{}.{}", cell.first->name, cell.first->fields[cell.second].name);
  Formulas& f = k_.formulas;
  if (shaky) {
    return variable_term(
        f.vars.add_unknown(VarKind::unknown, std::move(name), "a thread of a parallel loop may write it"));
  }
  auto found = values_.find(cell);
  if (found != values_.end()) return found->second;
  BaseType base = cell.first->fields[cell.second].base;
  VarId var = f.vars.add(base == BaseType::boolean ? VarKind::boolean : VarKind::config, std::move(name));
  k_.params.push_back(var);
  k_.configs.emplace_back(cell, var);
  Term term = variable_term(var);
  FormulaId domain = f.yes();
  if (base == BaseType::size) domain = f.at_most(constant_term(1), term);
  if (base == BaseType::boolean)
    domain = f.both(f.at_most(constant_term(0), term), f.at_most(term, constant_term(1)));
  k_.assumptions = f.both(k_.assumptions, domain);
  return values_[cell] = term;
}

void ExprLowering::forget_config(ConfigCell cell) {
  std::string name = fmt::format("{}.{}", cell.first->name, cell.first->fields[cell.second].name);
  values_[cell] = variable_term(k_.formulas.vars.add_unknown(
      VarKind::unknown, std::move(name), "its value after a loop, condition or call is not tracked"));
}

void ExprLowering::forget(const Effects& effects) {
  std::vector<ConfigCell> cells(effects.writes.begin(), effects.writes.end());
  if (effects.unknown_call) {
    for (const auto& entry : values_) cells.push_back(entry.first);
  }
  for (const ConfigCell& cell : cells) forget_config(cell);
}

Term ExprLowering::stride_value(const Expr& expr, const Env& env) {
  const View& view = env.bindings[expr.decl.index()].view;
  // A window keeps the strides of its buffer: the dimension counts among those that are left open.
  int64_t dim = 0;
  while (dim + 1 < static_cast<int64_t>(view.axes.size()) &&
         view.axes[static_cast<size_t>(dim)].dim != expr.args[1]->value) {
    ++dim;
  }
  const Buffer& buffer = k_.buffers[view.buffer];
  if (!buffer.shape.empty()) {
    std::vector<Term> inner(buffer.shape.begin() + dim + 1, buffer.shape.end());
    Term stride = constant_term(1);
    for (const Term& extent : inner) stride = k_.formulas.vars.product(stride, extent);
    return stride;
  }
  auto [entry, fresh] = strides_.try_emplace({view.buffer.value, dim}, VarId{});
  if (fresh) {
    std::string name = fmt::format("stride({}, {})", buffer.name, dim);
    entry->second = k_.formulas.vars.add(VarKind::stride, std::move(name));
    k_.params.push_back(entry->second);
  }
  return variable_term(entry->second);
}

}  // namespace dh::exo
