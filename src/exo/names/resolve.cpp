#include "exo/names/resolve.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "base/floor_division.h"
#include "exo/names/implied_configs.h"

namespace dh::exo {

namespace {

// What an index expression is: constant (with its value) or not.
struct Affine {
  bool ok = false;
  std::optional<int64_t> constant;
  std::string_view why_unknown = {};  // not empty: it depends on Python that is not known
};
constexpr Affine kVariable{true, std::nullopt};

class ProcResolver {
 public:
  ProcResolver(Proc& proc, Module& module, const NameLookup& names, Diagnostics& diagnostics)
      : proc_(proc), module_(module), names_(names), diagnostics_(diagnostics) {}

  void run() {
    for (Param& param : proc_.params) {
      bool data = param.type->base == BaseType::data;
      param.decl = declare(param.name, param.span, data ? DeclKind::buffer : DeclKind::control,
                           param.type->base, static_cast<uint32_t>(param.type->shape.size()));
    }
    for (const Param& param : proc_.params) {
      for (Expr* dim : param.type->shape) index(*dim);
    }
    for (Expr* condition : proc_.asserts) boolean(*condition);
    block(proc_.body);
  }

 private:
  void error(Span span, std::string message) {
    diagnostics_.push_back({Severity::error, proc_.module->file.place(span), std::move(message)});
    proc_.broken = true;
  }

  DeclId declare(std::string_view name, Span span, DeclKind kind, BaseType base, uint32_t rank) {
    DeclId id(static_cast<uint32_t>(proc_.decls.size()));
    proc_.decls.push_back({kind, base, rank, name, span});
    scope_.emplace_back(name, id);
    return id;
  }

  DeclId find(std::string_view name) const {
    for (auto entry = scope_.rbegin(); entry != scope_.rend(); ++entry) {
      if (entry->first == name) return entry->second;
    }
    return {};
  }
  const Decl& decl(DeclId id) const { return proc_.decls[id.index()]; }
  bool is_data(DeclId id) const { return decl(id).base == BaseType::data; }

  // --- expressions -------------------------------------------------------------------------------------

  // Kept as long as the module.
  std::string_view keep(const std::string& text) { return module_.arena.copy(std::string_view(text)); }

  // A name of the surrounding Python whose value matters but is not known. An error when nothing binds it.
  bool mark_unknown(Expr& expr, const NameValue& value) {
    if (value.kind == NameValue::Kind::unbound && value.why.empty()) {
      error(expr.span, fmt::format("'{}' is not defined here", expr.name));
      return false;
    }
    expr.why_unknown = keep(value.why.empty() ? "it is a Python value, but no integer constant" : value.why);
    return true;
  }

  void not_a_buffer(const Expr& expr) {
    bool bound = names_.find(proc_, expr.name).kind != NameValue::Kind::unbound;
    error(expr.span, bound ? fmt::format("'{}' is a Python value, not a buffer: expand it first", expr.name)
                           : fmt::format("'{}' is not defined here", expr.name));
  }

  Affine index(Expr& expr) {
    switch (expr.kind) {
      case ExprKind::integer:
        return {true, expr.value};
      case ExprKind::name:
        return index_name(expr);
      case ExprKind::attribute:
        return attribute(expr, true) ? kVariable : Affine{};
      case ExprKind::negate: {
        Affine inner = index(*expr.args[0]);
        if (inner.constant && *inner.constant != INT64_MIN) return {true, -*inner.constant};
        return inner;
      }
      case ExprKind::binary:
        return index_binary(expr);
      case ExprKind::call:
        if (expr.name == "stride") return stride(expr) ? kVariable : Affine{};
        error(expr.span, fmt::format("'{}(...)' cannot be part of an index", expr.name));
        return {};
      case ExprKind::index:
        error(expr.span,
              fmt::format("'{}' is data: data cannot be part of an index or a condition", expr.name));
        return {};
      case ExprKind::real:
      case ExprKind::string:
      case ExprKind::boolean:
      case ExprKind::compare:
      case ExprKind::logic:
        error(expr.span, "this is not an index expression");
        return {};
    }
    return {};
  }

  Affine index_name(Expr& expr) {
    expr.decl = find(expr.name);
    if (expr.decl.valid()) {
      if (is_data(expr.decl)) {
        error(expr.span,
              fmt::format("'{}' is data: data cannot be part of an index or a condition", expr.name));
        return {};
      }
      if (decl(expr.decl).base == BaseType::boolean) {
        error(expr.span, fmt::format("'{}' is a bool, not an index", expr.name));
        return {};
      }
      return kVariable;
    }
    NameValue value = names_.find(proc_, expr.name);
    if (value.kind != NameValue::Kind::number) {
      if (!mark_unknown(expr, value)) return {};
      return {true, std::nullopt, expr.why_unknown};
    }
    expr.is_constant = true;
    expr.value = value.number;
    return {true, expr.value};
  }

  Affine index_binary(Expr& expr) {
    Affine a = index(*expr.args[0]);
    Affine b = index(*expr.args[1]);
    if (!a.ok || !b.ok) return {};
    int64_t result = 0;
    bool both = a.constant && b.constant;
    Affine variable{true, std::nullopt, a.why_unknown.empty() ? b.why_unknown : a.why_unknown};
    switch (expr.op) {
      case BinaryOp::add:
        if (both && !__builtin_add_overflow(*a.constant, *b.constant, &result)) return {true, result};
        return variable;
      case BinaryOp::sub:
        if (both && !__builtin_sub_overflow(*a.constant, *b.constant, &result)) return {true, result};
        return variable;
      case BinaryOp::mul:
        if (both && !__builtin_mul_overflow(*a.constant, *b.constant, &result)) return {true, result};
        return variable;
      case BinaryOp::div:
      case BinaryOp::mod:
        if (!b.constant && !b.why_unknown.empty()) {
          expr.why_unknown = b.why_unknown;  // divided by who knows what
          return variable;
        }
        if (!b.constant || *b.constant <= 0) {
          error(expr.args[1]->span, "this index is not affine: the divisor must be a positive constant");
          return {};
        }
        if (!both) return variable;
        return {true, expr.op == BinaryOp::div ? floor_div(*a.constant, *b.constant)
                                               : floor_mod(*a.constant, *b.constant)};
    }
    return {};
  }

  // A proc as Exo prints it comes without its config classes: what it uses is taken as given.
  const Config* find_config(std::string_view name) const {
    if (const Config* config = names_.find(proc_, name).config) return config;
    if (proc_.origin != ProcOrigin::printed) return nullptr;
    auto found = std::find_if(module_.implied_configs.begin(), module_.implied_configs.end(),
                              [&](const Config& one) { return one.name == name; });
    return found == module_.implied_configs.end() ? nullptr : &*found;
  }

  bool attribute(Expr& expr, bool control) {
    expr.config = find_config(expr.name);
    if (expr.config == nullptr) {
      error(expr.span, fmt::format("'{}' is not a config among the checked files", expr.name));
      return false;
    }
    return field(expr.config, expr.field, expr.span, expr.field_index, control);
  }

  bool field(const Config* config, std::string_view name, Span span, uint32_t& out, bool control) {
    for (uint32_t i = 0; i < config->fields.size(); ++i) {
      if (config->fields[i].name != name) continue;
      out = i;
      if (!control || config->fields[i].base != BaseType::data) return true;
      error(span, fmt::format("'{}.{}' is data: data cannot be part of an index or a condition", config->name,
                              name));
      return false;
    }
    error(span, fmt::format("config '{}' has no field '{}'", config->name, name));
    return false;
  }

  bool stride(Expr& expr) {
    if (expr.args.size() != 2 || expr.args[0]->kind != ExprKind::name ||
        expr.args[1]->kind != ExprKind::integer) {
      error(expr.span, "stride takes a buffer and a dimension: stride(x, 0)");
      return false;
    }
    expr.decl = find(expr.args[0]->name);
    if (!expr.decl.valid() || !is_data(expr.decl)) {
      error(expr.args[0]->span, fmt::format("'{}' is not a buffer", expr.args[0]->name));
      return false;
    }
    int64_t dim = expr.args[1]->value;
    if (dim < 0 || dim >= decl(expr.decl).rank) {
      error(expr.args[1]->span,
            fmt::format("'{}' has {} dimensions", expr.args[0]->name, decl(expr.decl).rank));
      return false;
    }
    return true;
  }

  bool is_boolean(const Expr& expr) const {
    if (expr.kind == ExprKind::boolean || expr.kind == ExprKind::compare || expr.kind == ExprKind::logic)
      return true;
    if (expr.kind == ExprKind::name) {
      DeclId id = find(expr.name);
      return id.valid() && decl(id).base == BaseType::boolean;
    }
    if (expr.kind != ExprKind::attribute) return false;
    const Config* config = find_config(expr.name);
    if (config == nullptr) return false;
    return std::any_of(config->fields.begin(), config->fields.end(), [&](const ConfigField& one) {
      return one.name == expr.field && one.base == BaseType::boolean;
    });
  }

  void boolean(Expr& expr) {
    switch (expr.kind) {
      case ExprKind::boolean:
        return;
      case ExprKind::logic:
        boolean(*expr.args[0]);
        boolean(*expr.args[1]);
        return;
      case ExprKind::compare:
        if (is_boolean(*expr.args[0]) && is_boolean(*expr.args[1]) && expr.compare == CompareOp::eq) {
          boolean(*expr.args[0]);
          boolean(*expr.args[1]);
          return;
        }
        index(*expr.args[0]);
        index(*expr.args[1]);
        return;
      case ExprKind::name:
        expr.decl = find(expr.name);
        if (!expr.decl.valid()) {
          mark_unknown(expr, names_.find(proc_, expr.name));
          return;
        }
        if (decl(expr.decl).base != BaseType::boolean) {
          error(expr.span, fmt::format("'{}' is not a condition", expr.name));
        }
        return;
      case ExprKind::attribute:
        if (attribute(expr, true) && expr.config->fields[expr.field_index].base != BaseType::boolean) {
          error(expr.span, fmt::format("'{}.{}' is not a condition", expr.name, expr.field));
        }
        return;
      case ExprKind::integer:
      case ExprKind::real:
      case ExprKind::string:
      case ExprKind::index:
      case ExprKind::call:
      case ExprKind::negate:
      case ExprKind::binary:
        error(expr.span, "this is not a condition");
        return;
    }
  }

  void data(Expr& expr) {
    switch (expr.kind) {
      case ExprKind::integer:
      case ExprKind::real:
      case ExprKind::boolean:
        return;
      case ExprKind::string:
        error(expr.span, "a string is not a value of Exo");
        return;
      case ExprKind::name:
        return data_name(expr);
      case ExprKind::attribute:
        attribute(expr, false);
        return;
      case ExprKind::index: {
        uint32_t rank = view(expr);
        if (expr.decl.valid() && rank != 0) {
          error(expr.span, fmt::format("'{}' has {} dimensions, but one cell is needed here", expr.name,
                                       decl(expr.decl).rank));
        }
        return;
      }
      case ExprKind::call:
        if (expr.name == "stride") {
          stride(expr);
          return;
        }
        for (Expr* arg : expr.args) data(*arg);
        return;
      case ExprKind::negate:
      case ExprKind::binary:
        for (Expr* arg : expr.args) data(*arg);
        return;
      case ExprKind::compare:
      case ExprKind::logic:
        error(expr.span, "a comparison is not data");
        return;
    }
  }

  void data_name(Expr& expr) {
    expr.decl = find(expr.name);
    if (!expr.decl.valid()) {
      if (!mark_unknown(expr, names_.find(proc_, expr.name))) return;
      expr.is_constant = true;  // any number of Python is as good as another here
      return;
    }
    if (is_data(expr.decl) && decl(expr.decl).rank != 0) {
      error(expr.span, fmt::format("'{}' has {} dimensions, but one cell is needed here", expr.name,
                                   decl(expr.decl).rank));
    }
  }

  // The rank of a view (whole buffer, cell or window); reports what is wrong and gives 0 then.
  uint32_t view(Expr& expr) {
    expr.decl = find(expr.name);
    if (!expr.decl.valid()) {
      not_a_buffer(expr);
      return 0;
    }
    if (!is_data(expr.decl)) {
      error(expr.span, fmt::format("'{}' is not a buffer", expr.name));
      expr.decl = {};
      return 0;
    }
    uint32_t rank = decl(expr.decl).rank;
    if (expr.subscripts.size() > rank) {
      error(expr.span,
            fmt::format("'{}' has {} dimensions, but {} indices", expr.name, rank, expr.subscripts.size()));
      expr.decl = {};
      return 0;
    }
    for (Subscript& one : expr.subscripts) {
      if (one.low != nullptr) index(*one.low);
      if (one.high != nullptr) index(*one.high);
      if (!one.slice) --rank;
    }
    return rank;
  }

  // --- statements --------------------------------------------------------------------------------------

  void block(std::span<Stmt*> body) {
    size_t mark = scope_.size();
    for (Stmt* stmt : body) statement(*stmt);
    scope_.resize(mark);
  }

  void statement(Stmt& stmt) {
    switch (stmt.kind) {
      case StmtKind::pass:
      case StmtKind::barrier:
      case StmtKind::release:
        return;
      case StmtKind::alloc:
        return alloc(stmt);
      case StmtKind::assign:
      case StmtKind::reduce:
      case StmtKind::window:
        return assign(stmt);
      case StmtKind::config_write:
        return config_write(stmt);
      case StmtKind::call:
        return call(stmt);
      case StmtKind::loop:
        return loop(stmt);
      case StmtKind::branch:
        boolean(*stmt.value);
        block(stmt.body);
        block(stmt.orelse);
        return;
    }
  }

  void alloc(Stmt& stmt) {
    if (stmt.type->base != BaseType::data || stmt.type->window) {
      return error(stmt.type->span, "only buffers of data can be allocated");
    }
    stmt.memory = names_.memory_kind(proc_, stmt.type->memory);
    for (Expr* dim : stmt.type->shape) index(*dim);
    stmt.decl = declare(stmt.name, stmt.name_span, DeclKind::buffer, BaseType::data,
                        static_cast<uint32_t>(stmt.type->shape.size()));
  }

  bool is_window_value(const Expr& expr) const {
    if (expr.kind != ExprKind::index) return false;
    DeclId id = find(expr.name);
    bool slice = std::any_of(expr.subscripts.begin(), expr.subscripts.end(),
                             [](const Subscript& s) { return s.slice; });
    return slice || (id.valid() && is_data(id) && expr.subscripts.size() < decl(id).rank);
  }

  void assign(Stmt& stmt) {
    DeclId target = find(stmt.name);
    bool fresh = !target.valid() && stmt.value->kind == ExprKind::index;
    if (stmt.kind == StmtKind::assign && stmt.subscripts.empty() && (fresh || is_window_value(*stmt.value))) {
      uint32_t rank = view(*stmt.value);
      stmt.kind = StmtKind::window;
      stmt.decl = declare(stmt.name, stmt.name_span, DeclKind::window, BaseType::data, rank);
      return;
    }
    data(*stmt.value);
    stmt.decl = target;
    if (!target.valid()) return error(stmt.name_span, fmt::format("'{}' is not defined here", stmt.name));
    if (!is_data(target)) {
      return error(stmt.name_span, fmt::format("'{}' is not a buffer and cannot be written", stmt.name));
    }
    if (stmt.subscripts.size() != decl(target).rank) {
      error(stmt.name_span, fmt::format("'{}' has {} dimensions, but {} indices", stmt.name,
                                        decl(target).rank, stmt.subscripts.size()));
    }
    for (Subscript& one : stmt.subscripts) {
      if (one.slice) {
        error(one.span, "only single cells can be written");
      } else if (one.low != nullptr) {
        index(*one.low);
      }
    }
  }

  void config_write(Stmt& stmt) {
    stmt.config = find_config(stmt.name);
    if (stmt.config == nullptr) {
      return error(stmt.name_span, fmt::format("'{}' is not a config among the checked files", stmt.name));
    }
    if (!field(stmt.config, stmt.field, stmt.name_span, stmt.field_index, false)) return;
    BaseType base = stmt.config->fields[stmt.field_index].base;
    if (base == BaseType::data) {
      data(*stmt.value);
    } else if (base == BaseType::boolean) {
      boolean(*stmt.value);
    } else {
      index(*stmt.value);
    }
  }

  void call(Stmt& stmt) {
    NameValue callee = names_.find_proc(proc_, stmt.name);
    stmt.callee = callee.proc;
    if (stmt.callee == nullptr) {
      stmt.why_unknown = keep(callee.why.empty() ? "it is not defined in the checked files" : callee.why);
      // Reported where it matters (lower.cpp); here only its names.
      for (Expr* arg : stmt.args) any(*arg);
      return;
    }
    const std::vector<Param>& params = stmt.callee->params;
    if (!stmt.callee->header_ok) return;
    if (params.size() != stmt.args.size()) {
      return error(stmt.span, fmt::format("'{}' takes {} arguments, but {} are given", stmt.name,
                                          params.size(), stmt.args.size()));
    }
    for (size_t i = 0; i < params.size(); ++i) actual(*stmt.args[i], params[i]);
  }

  void actual(Expr& arg, const Param& param) {
    switch (param.type->base) {
      case BaseType::size:
      case BaseType::index:
      case BaseType::stride:
        index(arg);
        return;
      case BaseType::boolean:
        boolean(arg);
        return;
      case BaseType::data:
        break;
    }
    uint32_t wanted = static_cast<uint32_t>(param.type->shape.size());
    bool place = arg.kind == ExprKind::index || (arg.kind == ExprKind::name && find(arg.name).valid());
    if (!place) {
      if (wanted != 0)
        return error(arg.span, fmt::format("argument '{}' must be a buffer or a window", param.name));
      return data(arg);
    }
    uint32_t rank = view(arg);
    if (!arg.decl.valid() || rank == wanted) return;
    error(arg.span,
          fmt::format("argument '{}' has {} dimensions, but {} are given", param.name, wanted, rank));
  }

  // An argument of a proc nobody knows.
  void any(Expr& arg) {
    if (arg.kind == ExprKind::name) {
      arg.decl = find(arg.name);
      if (!arg.decl.valid()) mark_unknown(arg, names_.find(proc_, arg.name));
      return;
    }
    if (arg.kind == ExprKind::index) {
      view(arg);
      return;
    }
    if (arg.kind == ExprKind::compare || arg.kind == ExprKind::logic) return boolean(arg);
    for (Expr* inner : arg.args) any(*inner);
  }

  void loop(Stmt& stmt) {
    if (stmt.low != nullptr) index(*stmt.low);
    index(*stmt.high);
    size_t mark = scope_.size();
    stmt.decl = declare(stmt.name, stmt.name_span, DeclKind::loop, BaseType::index, 0);
    block(stmt.body);
    scope_.resize(mark);
  }

  Proc& proc_;
  Module& module_;
  const NameLookup& names_;
  Diagnostics& diagnostics_;
  std::vector<std::pair<std::string_view, DeclId>> scope_;
};

}  // namespace

void resolve_module(Module& module, const NameLookup& names, Diagnostics& diagnostics) {
  imply_configs(module);
  for (Proc& proc : module.procs) {
    if (!proc.broken) ProcResolver(proc, module, names, diagnostics).run();
  }
}

}  // namespace dh::exo
