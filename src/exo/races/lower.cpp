#include <fmt/format.h>

#include <algorithm>

#include "exo/races/kernel.h"
#include "exo/races/lower_env.h"

namespace dh::exo {

namespace {

constexpr int kMaxBlockDepth = 400;    // blocks and calls within each other
constexpr size_t kMaxNodes = 200'000;  // inlining can double at every call

class Lowering {
 public:
  Lowering(const Proc& proc, Kernel& kernel, Diagnostics& diagnostics)
      : k_(kernel), f_(kernel.formulas), exprs_(kernel), diagnostics_(diagnostics) {
    k_.proc = &proc;
    k_.assumptions = f_.yes();
  }

  void run() {
    Env env = root_env();
    for (const Expr* condition : k_.proc->asserts) {
      FormulaId holds = exprs_.condition(*condition, env);
      k_.assumptions = f_.both(k_.assumptions, holds);
    }
    exprs_.take_reads();  // preconditions are not executed
    if (!effects_.proc(*k_.proc).parallel) return;
    block(k_.proc->body, env, {}, false, k_.body);
  }

 private:
  // --- arguments ---------------------------------------------------------------------------------------

  Env root_env() {
    Env env;
    env.proc = k_.proc;
    env.frame = k_.frames.add(Frame{{}, nullptr, k_.proc});
    env.bindings.resize(k_.proc->decls.size());
    for (const Param& param : k_.proc->params) {
      Binding& binding = env.bindings[param.decl.index()];
      k_.arguments.push_back({});
      if (param.type->base == BaseType::data) {
        binding.view = whole(k_.buffers.add(Buffer{std::string(param.name), 0, false, &param}),
                             param.type->shape.size());
      } else {
        bind_control(param, binding);
      }
    }
    for (const Param& param : k_.proc->params) {
      if (param.type->base != BaseType::data || param.type->window) continue;
      set_shape(env.bindings[param.decl.index()].view.buffer, *param.type, env);
    }
    return env;
  }

  void set_shape(BufferId buffer, const Type& type, const Env& env) {
    std::vector<Term> shape;
    for (const Expr* extent : type.shape) shape.push_back(exprs_.index(*extent, env));
    exprs_.take_reads();  // sizes are read where the buffer is made
    k_.buffers[buffer].shape = std::move(shape);
  }

  void bind_control(const Param& param, Binding& binding) {
    VarKind kind = VarKind::index;
    if (param.type->base == BaseType::size) kind = VarKind::size;
    if (param.type->base == BaseType::boolean) kind = VarKind::boolean;
    if (param.type->base == BaseType::stride) kind = VarKind::stride;
    VarId var = f_.vars.add(kind, std::string(param.name));
    k_.params.push_back(var);
    k_.arguments.back() = var;
    binding.term = variable_term(var);
    FormulaId domain = f_.yes();
    if (kind == VarKind::size) domain = f_.at_most(constant_term(1), binding.term);
    if (kind == VarKind::boolean) {
      domain =
          f_.both(f_.at_most(constant_term(0), binding.term), f_.at_most(binding.term, constant_term(1)));
      binding.condition = f_.zero(plus(binding.term, -1));
    }
    k_.assumptions = f_.both(k_.assumptions, domain);
  }

  View whole(BufferId buffer, size_t rank) {
    View view;
    view.buffer = buffer;
    for (size_t i = 0; i < rank; ++i) view.axes.push_back({Term{}, static_cast<int32_t>(i)});
    return view;
  }

  // --- nodes -------------------------------------------------------------------------------------------

  void error(const Env& env, Span span, std::string message) {
    say(Severity::error, env, span, std::move(message));
    k_.complete = false;
  }

  void say(Severity severity, const Env& env, Span span, std::string message) {
    Diagnostic diagnostic{severity, k_.place(env.frame, span), std::move(message)};
    bool known = std::find(diagnostics_.begin(), diagnostics_.end(), diagnostic) != diagnostics_.end();
    if (!known) diagnostics_.push_back(std::move(diagnostic));
  }

  NodeId add_node(NodeKind kind, const Stmt& stmt, const Env& env, NodeId parent, bool in_orelse,
                  std::vector<NodeId>& list) {
    Node node;
    node.kind = kind;
    node.stmt = &stmt;
    node.frame = env.frame;
    node.parent = parent;
    node.in_orelse = in_orelse;
    node.position = static_cast<uint32_t>(list.size());
    NodeId id = k_.nodes.add(std::move(node));
    list.push_back(id);
    return id;
  }

  void add_site(NodeId leaf, AccessKind kind, const View& view, Span span, const void* origin) {
    Site site{kind, view.buffer, {}, leaf, k_.nodes[leaf].frame, span, origin};
    for (const View::Axis& axis : view.axes) site.cell.push_back(axis.offset);
    SiteId id = k_.sites.add(std::move(site));
    k_.nodes[leaf].sites.push_back(id);
  }

  // A leaf for what the expressions since the last one have read; none outside of parallel loops.
  void flush_reads(const Stmt& stmt, const Env& env, NodeId parent, bool in_orelse, std::vector<NodeId>& list,
                   const View* written = nullptr, AccessKind how = AccessKind::write,
                   const void* origin = nullptr) {
    std::vector<ExprLowering::Read> reads = exprs_.take_reads();
    if (parallel_depth_ == 0 || (reads.empty() && written == nullptr)) return;
    NodeId leaf = add_node(NodeKind::leaf, stmt, env, parent, in_orelse, list);
    if (written != nullptr) add_site(leaf, how, *written, stmt.name_span, origin);
    for (const ExprLowering::Read& read : reads)
      add_site(leaf, AccessKind::read, read.view, read.span, read.origin);
  }

  // --- statements --------------------------------------------------------------------------------------

  void block(std::span<Stmt* const> body, Env& env, NodeId parent, bool in_orelse,
             std::vector<NodeId>& list) {
    if (++depth_ > kMaxBlockDepth) {
      if (!body.empty()) error(env, body[0]->span, "blocks and calls are nested too deeply");
      --depth_;
      return;
    }
    for (const Stmt* stmt : body) {
      if (k_.nodes.size() > kMaxNodes) {
        if (!too_large_) error(env, stmt->span, "this proc is too large once its calls are inlined");
        too_large_ = true;
        break;
      }
      statement(*stmt, env, parent, in_orelse, list);
    }
    --depth_;
  }

  void statement(const Stmt& stmt, Env& env, NodeId parent, bool in_orelse, std::vector<NodeId>& list) {
    switch (stmt.kind) {
      case StmtKind::pass:
      case StmtKind::release:
        return;
      case StmtKind::alloc:
        return alloc(stmt, env);
      case StmtKind::assign:
      case StmtKind::reduce: {
        exprs_.data(*stmt.value, env);
        View target = exprs_.subscript(env.bindings[stmt.decl.index()].view, stmt.subscripts, env);
        AccessKind how = stmt.kind == StmtKind::reduce ? AccessKind::update : AccessKind::write;
        return flush_reads(stmt, env, parent, in_orelse, list, &target, how, &stmt);
      }
      case StmtKind::window:
        env.bindings[stmt.decl.index()].view = exprs_.view(*stmt.value, env);
        return flush_reads(stmt, env, parent, in_orelse, list);
      case StmtKind::config_write:
        return config_write(stmt, env, parent, in_orelse, list);
      case StmtKind::call:
        return call(stmt, env, parent, in_orelse, list);
      case StmtKind::barrier:
        return barrier(stmt, env, parent, in_orelse, list);
      case StmtKind::loop:
        return loop(stmt, env, parent, in_orelse, list);
      case StmtKind::branch:
        return branch(stmt, env, parent, in_orelse, list);
    }
  }

  void alloc(const Stmt& stmt, Env& env) {
    exprs_.take_reads();
    BufferId id;
    if (stmt.memory != MemoryKind::private_) {
      // One storage a statement, however often it is inlined; an unknown memory may be like that.
      auto [entry, fresh] = statics_.try_emplace(&stmt, BufferId{});
      if (fresh) {
        entry->second = k_.buffers.add(Buffer{std::string(stmt.name), 0, false, &stmt});
        Buffer& buffer = k_.buffers[entry->second];
        bool shared = stmt.memory == MemoryKind::shared;
        (shared ? buffer.static_memory : buffer.unknown_memory) = std::string(stmt.type->memory);
      }
      id = entry->second;
    } else {
      id = k_.buffers.add(Buffer{std::string(stmt.name), parallel_depth_, false, &stmt});
    }
    env.bindings[stmt.decl.index()].view = whole(id, stmt.type->shape.size());
    set_shape(id, *stmt.type, env);
  }

  void config_write(const Stmt& stmt, Env& env, NodeId parent, bool in_orelse, std::vector<NodeId>& list) {
    ConfigCell cell{stmt.config, stmt.field_index};
    BaseType base = stmt.config->fields[stmt.field_index].base;
    if (base == BaseType::data) {
      exprs_.data(*stmt.value, env);
    } else if (base == BaseType::boolean) {
      FormulaId value = exprs_.condition(*stmt.value, env);
      if (value == f_.yes() || value == f_.no()) {
        exprs_.set_config(cell, constant_term(value == f_.yes() ? 1 : 0));
      } else {
        exprs_.forget_config(cell);
      }
    } else {
      exprs_.set_config(cell, exprs_.index(*stmt.value, env));
    }
    View target{exprs_.config_buffer(cell), {}};
    flush_reads(stmt, env, parent, in_orelse, list, &target, AccessKind::write, &stmt);
  }

  void call(const Stmt& stmt, Env& env, NodeId parent, bool in_orelse, std::vector<NodeId>& list) {
    if (stmt.callee == nullptr) {
      Effects effects;
      effects.unknown_call = true;
      exprs_.forget(effects);
      if (parallel_depth_ == 0) {  // what it does is ordered with everything that is checked
        return say(
            Severity::note, env, stmt.name_span,
            fmt::format("'{}' is not known ({}): it is not checked itself", stmt.name, stmt.why_unknown));
      }
      k_.unknown_calls.push_back({parallel_loops_, env.frame, &stmt});
      k_.complete = false;
      return;
    }
    Env inner;
    inner.proc = stmt.callee;
    inner.frame = k_.frames.add(Frame{env.frame, &stmt, stmt.callee});
    inner.bindings.resize(stmt.callee->decls.size());
    for (size_t i = 0; i < stmt.args.size(); ++i) {
      bind_argument(*stmt.args[i], stmt.callee->params[i], env, inner);
    }
    flush_reads(stmt, env, parent, in_orelse, list);
    block(stmt.callee->body, inner, parent, in_orelse, list);
  }

  void bind_argument(const Expr& arg, const Param& param, const Env& env, Env& inner) {
    Binding& binding = inner.bindings[param.decl.index()];
    if (param.type->base == BaseType::boolean) {
      binding.condition = exprs_.condition(arg, env);
    } else if (param.type->base != BaseType::data) {
      binding.term = exprs_.index(arg, env);
    } else if (arg.decl.valid() && (arg.kind == ExprKind::name || arg.kind == ExprKind::index) &&
               env.proc->decls[arg.decl.index()].base == BaseType::data) {
      binding.view = exprs_.view(arg, env);
    } else {
      // A value: the callee gets a copy that nobody else sees.
      exprs_.data(arg, env);
      binding.view = whole(k_.buffers.add(Buffer{std::string(param.name), UINT32_MAX, false, &param}), 0);
    }
  }

  void barrier(const Stmt& stmt, Env& env, NodeId parent, bool in_orelse, std::vector<NodeId>& list) {
    if (!fork_.valid()) {
      // A helper that is called from forks is judged there.
      if (parallel_depth_ == 0 && k_.proc->called) return;
      return error(env, stmt.span,
                   parallel_depth_ == 0 ? "Barrier() outside of a fork"
                                        : "Barrier() inside a par loop: its iterations are not threads");
    }
    if (innermost_parallel_ != fork_) {
      return error(env, stmt.span, "Barrier() inside a par loop: its iterations are not threads");
    }
    NodeId id = add_node(NodeKind::barrier, stmt, env, parent, in_orelse, list);
    for (NodeId at = id; at != fork_; at = k_.nodes[at].parent) k_.nodes[at].has_barrier = true;
    k_.nodes[fork_].has_barrier = true;
  }

  void loop(const Stmt& stmt, Env& env, NodeId parent, bool in_orelse, std::vector<NodeId>& list) {
    bool parallel = stmt.loop != LoopKind::seq;
    if (stmt.loop == LoopKind::fork && parallel_depth_ > 0) {
      return error(env, stmt.span, "fork inside of a fork or par loop: forks cannot be nested");
    }
    Term low = stmt.low == nullptr ? Term{} : exprs_.index(*stmt.low, env);
    Term high = exprs_.index(*stmt.high, env);
    flush_reads(stmt, env, parent, in_orelse, list);
    Effects effects = effects_.block(stmt.body);
    if (parallel_depth_ == 0 && !effects.parallel && !parallel) {
      exprs_.forget(effects);
      return;  // nothing here runs in parallel
    }
    NodeId id = add_node(NodeKind::loop, stmt, env, parent, in_orelse, list);
    VarId var = f_.vars.add(VarKind::loop, std::string(stmt.name));
    k_.nodes[id].var = var;
    k_.nodes[id].low = low;
    k_.nodes[id].high = high;
    env.bindings[stmt.decl.index()].term = variable_term(var);
    // What an earlier iteration or another thread wrote is not tracked.
    exprs_.forget(effects);
    std::vector<NodeId> body;
    if (parallel) {
      parallel_body(stmt, env, id, effects, body);
    } else {
      block(stmt.body, env, id, false, body);
    }
    k_.nodes[id].body = std::move(body);
    exprs_.forget(effects);
  }

  void parallel_body(const Stmt& stmt, Env& env, NodeId id, const Effects& effects,
                     std::vector<NodeId>& body) {
    k_.constructs.push_back(id);
    NodeId outer_fork = fork_;
    NodeId outer_parallel = innermost_parallel_;
    size_t volatile_before = exprs_.volatile_cells.size();
    bool all_before = exprs_.all_volatile;
    if (stmt.loop == LoopKind::fork) fork_ = id;
    innermost_parallel_ = id;
    exprs_.volatile_cells.insert(exprs_.volatile_cells.end(), effects.writes.begin(), effects.writes.end());
    exprs_.all_volatile |= effects.unknown_call;
    parallel_loops_.push_back(id);
    ++parallel_depth_;
    block(stmt.body, env, id, false, body);
    --parallel_depth_;
    parallel_loops_.pop_back();
    exprs_.volatile_cells.resize(volatile_before);
    exprs_.all_volatile = all_before;
    fork_ = outer_fork;
    innermost_parallel_ = outer_parallel;
  }

  void branch(const Stmt& stmt, Env& env, NodeId parent, bool in_orelse, std::vector<NodeId>& list) {
    FormulaId condition = exprs_.condition(*stmt.value, env);
    flush_reads(stmt, env, parent, in_orelse, list);
    NodeId id = add_node(NodeKind::branch, stmt, env, parent, in_orelse, list);
    k_.nodes[id].condition = condition;
    std::vector<NodeId> body;
    std::vector<NodeId> orelse;
    block(stmt.body, env, id, false, body);
    k_.nodes[id].body = std::move(body);
    exprs_.forget(effects_.block(stmt.body));
    block(stmt.orelse, env, id, true, orelse);
    k_.nodes[id].orelse = std::move(orelse);
    exprs_.forget(effects_.block(stmt.orelse));
  }

  Kernel& k_;
  Formulas& f_;
  ExprLowering exprs_;
  Diagnostics& diagnostics_;
  EffectsOf effects_;
  FlatMap<const Stmt*, BufferId> statics_;
  uint32_t parallel_depth_ = 0;
  std::vector<NodeId> parallel_loops_;  // that are open, outermost first
  NodeId fork_;
  NodeId innermost_parallel_;
  int depth_ = 0;
  bool too_large_ = false;
};

}  // namespace

Kernel lower(const Proc& proc, Diagnostics& diagnostics) {
  Kernel kernel;
  Lowering(proc, kernel, diagnostics).run();
  return kernel;
}

}  // namespace dh::exo
