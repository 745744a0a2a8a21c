#include "exo/names/implied_configs.h"

#include <algorithm>
#include <map>

namespace dh::exo {

namespace {

using FieldName = std::pair<std::string_view, std::string_view>;  // config, field

// What a place says of the type of a field that stands there: the stronger one wins.
enum class Evidence : uint8_t { data, index, boolean };

BaseType type_of(Evidence evidence) {
  switch (evidence) {
    case Evidence::data:
      return BaseType::data;
    case Evidence::index:
      return BaseType::index;
    case Evidence::boolean:
      return BaseType::boolean;
  }
  return BaseType::data;
}

class UseCollector {
 public:
  explicit UseCollector(Module& module) : module_(module) {}

  void run() {
    for (const Proc& proc : module_.procs) {
      if (proc.origin != ProcOrigin::printed) continue;
      proc_ = &proc;
      for (const Expr* condition : proc.asserts) expr(*condition, Evidence::boolean);
      block(proc.body);
    }
    spread();
    for (const auto& [name, evidence] : uses_) add(name, type_of(evidence));
  }

 private:
  void note(const Expr& attribute, Evidence evidence) {
    Evidence& known = uses_[{attribute.name, attribute.field}];
    known = std::max(known, evidence);
  }

  static bool is_boolean(const Expr& expr) {
    return expr.kind == ExprKind::boolean || expr.kind == ExprKind::compare || expr.kind == ExprKind::logic;
  }

  void expr(const Expr& expr, Evidence context) {
    if (expr.kind == ExprKind::attribute) return note(expr, context);
    Evidence inside = context;
    if (expr.kind == ExprKind::logic) inside = Evidence::boolean;
    if (expr.kind == ExprKind::compare) {
      bool of_booleans = is_boolean(*expr.args[0]) || is_boolean(*expr.args[1]);
      inside = of_booleans ? Evidence::boolean : Evidence::index;
      both_sides(expr);
    }
    if (expr.kind == ExprKind::call && context != Evidence::index) inside = Evidence::data;
    for (const Expr* arg : expr.args) this->expr(*arg, inside);
    subscripts(expr.subscripts);
  }

  // Two fields that are compared, or assigned, have one type.
  void both_sides(const Expr& compare) {
    if (compare.args[0]->kind == ExprKind::attribute && compare.args[1]->kind == ExprKind::attribute) {
      same_.push_back(
          {{compare.args[0]->name, compare.args[0]->field}, {compare.args[1]->name, compare.args[1]->field}});
    }
  }

  void subscripts(std::span<const Subscript> list) {
    for (const Subscript& one : list) {
      if (one.low != nullptr) expr(*one.low, Evidence::index);
      if (one.high != nullptr) expr(*one.high, Evidence::index);
    }
  }

  // A value that is written to a field.
  Evidence of_value(const Expr& value) const {
    if (is_boolean(value)) return Evidence::boolean;
    if (value.kind == ExprKind::integer) return Evidence::index;
    if (value.kind == ExprKind::call) return value.name == "stride" ? Evidence::index : Evidence::data;
    if (value.kind == ExprKind::name) return of_name(value.name);
    if (value.kind == ExprKind::binary || value.kind == ExprKind::negate) {
      bool index = std::all_of(value.args.begin(), value.args.end(),
                               [&](const Expr* arg) { return of_value(*arg) == Evidence::index; });
      return index ? Evidence::index : Evidence::data;
    }
    return Evidence::data;
  }

  Evidence of_name(std::string_view name) const {
    if (std::find(loops_.begin(), loops_.end(), name) != loops_.end()) return Evidence::index;
    for (const Param& param : proc_->params) {
      if (param.name != name) continue;
      if (param.type->base == BaseType::boolean) return Evidence::boolean;
      return param.type->base == BaseType::data ? Evidence::data : Evidence::index;
    }
    return Evidence::data;
  }

  void block(std::span<Stmt* const> body) {
    for (const Stmt* stmt : body) statement(*stmt);
  }

  void statement(const Stmt& stmt) {
    switch (stmt.kind) {
      case StmtKind::pass:
      case StmtKind::barrier:
      case StmtKind::release:
        return;
      case StmtKind::alloc:
        for (const Expr* extent : stmt.type->shape) expr(*extent, Evidence::index);
        return;
      case StmtKind::assign:
      case StmtKind::reduce:
      case StmtKind::window:
        subscripts(stmt.subscripts);
        return expr(*stmt.value, Evidence::data);
      case StmtKind::config_write:
        return config_write(stmt);
      case StmtKind::call:
        return call(stmt);
      case StmtKind::loop:
        if (stmt.low != nullptr) expr(*stmt.low, Evidence::index);
        expr(*stmt.high, Evidence::index);
        loops_.push_back(stmt.name);
        block(stmt.body);
        loops_.pop_back();
        return;
      case StmtKind::branch:
        expr(*stmt.value, Evidence::boolean);
        block(stmt.body);
        return block(stmt.orelse);
    }
  }

  void config_write(const Stmt& stmt) {
    Evidence& known = uses_[{stmt.name, stmt.field}];
    known = std::max(known, of_value(*stmt.value));
    if (stmt.value->kind == ExprKind::attribute) {
      same_.push_back({{stmt.name, stmt.field}, {stmt.value->name, stmt.value->field}});
    }
    expr(*stmt.value, Evidence::data);
  }

  void call(const Stmt& stmt) {
    const Proc* callee = nullptr;
    for (const Proc& proc : module_.procs) {
      if (proc.name == stmt.name) callee = &proc;
    }
    for (size_t i = 0; i < stmt.args.size(); ++i) {
      Evidence context = Evidence::data;
      if (callee != nullptr && i < callee->params.size()) {
        BaseType base = callee->params[i].type->base;
        if (base == BaseType::boolean) context = Evidence::boolean;
        if (base != BaseType::boolean && base != BaseType::data) context = Evidence::index;
      }
      expr(*stmt.args[i], context);
    }
  }

  void spread() {
    for (size_t round = 0; round < same_.size(); ++round) {
      for (const auto& [a, b] : same_) uses_[a] = uses_[b] = std::max(uses_[a], uses_[b]);
    }
  }

  void add(const FieldName& name, BaseType base) {
    auto same = [&](const Config& one) { return one.name == name.first; };
    auto found = std::find_if(module_.implied_configs.begin(), module_.implied_configs.end(), same);
    if (found == module_.implied_configs.end()) {
      module_.implied_configs.emplace_back().name = name.first;
      found = std::prev(module_.implied_configs.end());
    }
    found->fields.push_back({name.second, base});
  }

  Module& module_;
  const Proc* proc_ = nullptr;
  std::vector<std::string_view> loops_;
  std::map<FieldName, Evidence> uses_;
  std::vector<std::pair<FieldName, FieldName>> same_;
};

}  // namespace

void imply_configs(Module& module) {
  UseCollector(module).run();
}

}  // namespace dh::exo
