#include "exo/races/interpreter.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "base/floor_division.h"

namespace dh::exo {

CallPath enter_call(CallPath path, const Stmt& call) {
  return hash_combine(path, reinterpret_cast<uintptr_t>(&call));
}

namespace {

struct Axis {
  int64_t offset = 0;
  int32_t dim = -1;
};
struct BufferView {
  uint32_t buffer = 0;
  std::vector<Axis> axes;
};
struct Value {
  int64_t number = 0;
  BufferView view;
};
struct Bindings {
  const Proc* proc = nullptr;
  CallPath path = 0;
  std::vector<Value> values;
};

struct BufferInfo {
  std::string name;
  size_t depth;                  // parallel loops around its allocation
  std::vector<int64_t> extents;  // of a dense buffer
};

struct Record {
  uint32_t cell;
  uint32_t interval;
  int64_t thread;
  AccessKind kind;
  RunSite site;
  uint64_t loops;  // hash of the loop values inside a watched construct, else 0
};

struct BarrierEvent {
  const Stmt* barrier;
  CallPath path;
  std::vector<int64_t> loops;  // values of the loops inside the fork
  friend bool operator==(const BarrierEvent&, const BarrierEvent&) = default;
};

// One parallel loop that is being run.
struct Construct {
  const Stmt* stmt = nullptr;
  size_t loops_before = 0;
  bool watched = false;
  int64_t thread = 0;
  std::vector<Record> log;
  std::vector<BarrierEvent> barriers;  // of the current thread
};

class Machine {
 public:
  Machine(const Proc& proc, const RunInputs& inputs, const RunOptions& options)
      : proc_(proc), inputs_(inputs), options_(options), configs_(inputs.configs) {}

  RunResult run() {
    Bindings env;
    env.proc = &proc_;
    env.values.resize(proc_.decls.size());
    for (size_t i = 0; i < proc_.params.size(); ++i) {
      const Param& param = proc_.params[i];
      Value& value = env.values[param.decl.index()];
      if (param.type->base == BaseType::data) {
        value.view = whole(new_buffer(param.name, 0), param.type->shape.size());
        continue;
      }
      value.number = inputs_.args[i];
      if (param.type->base == BaseType::size && value.number < 1) result_.assumptions_hold = false;
      if (param.type->base == BaseType::boolean && (value.number < 0 || value.number > 1)) {
        result_.assumptions_hold = false;
      }
    }
    for (const Param& param : proc_.params) {
      if (param.type->base == BaseType::data)
        measure(env.values[param.decl.index()].view.buffer, *param.type, env);
    }
    for (const Expr* condition : proc_.asserts) {
      if (!result_.assumptions_hold || !truth(*condition, env)) result_.assumptions_hold = false;
    }
    if (result_.assumptions_hold) block(proc_.body, env);
    result_.steps = steps_;
    return std::move(result_);
  }

 private:
  bool step() {
    if (++steps_ <= options_.step_limit) return true;
    result_.finished = false;
    return false;
  }

  // --- data --------------------------------------------------------------------------------------------

  uint32_t new_buffer(std::string_view name, size_t depth) {
    buffers_.push_back({std::string(name), depth, {}});
    return static_cast<uint32_t>(buffers_.size() - 1);
  }

  BufferView whole(uint32_t buffer, size_t rank) {
    BufferView view{buffer, std::vector<Axis>(rank)};
    for (size_t i = 0; i < rank; ++i) view.axes[i].dim = static_cast<int32_t>(i);
    return view;
  }

  uint32_t config_buffer(ConfigCell cell) {
    auto [entry, fresh] = config_buffers_.try_emplace(cell, 0);
    if (fresh) {
      entry->second =
          new_buffer(fmt::format("{}.{}", cell.first->name, cell.first->fields[cell.second].name), 0);
    }
    return entry->second;
  }

  void access(const BufferView& view, AccessKind kind, const void* origin, const Bindings& env) {
    if (constructs_.empty()) return;
    std::vector<int64_t> key = {view.buffer};
    for (const Axis& axis : view.axes) key.push_back(axis.offset);
    auto [entry, fresh] = cell_ids_.try_emplace(std::move(key), static_cast<uint32_t>(cells_.size()));
    if (fresh) cells_.push_back(entry->first);
    for (size_t i = 0; i < constructs_.size(); ++i) {
      if (buffers_[view.buffer].depth > i) continue;  // allocated by one of its threads
      Construct& construct = constructs_[i];
      if (options_.watch && !construct.watched) continue;
      construct.log.push_back({entry->second, static_cast<uint32_t>(construct.barriers.size()),
                               construct.thread, kind, RunSite{origin, env.path},
                               construct.watched ? loops_hash(construct) : 0});
    }
  }

  uint64_t loops_hash(const Construct& construct) const {
    return hash_loops(std::span<const int64_t>(loops_).subspan(construct.loops_before));
  }

  static uint64_t hash_loops(std::span<const int64_t> loops) {
    uint64_t h = loops.size();
    for (int64_t value : loops) h = hash_combine(h, static_cast<uint64_t>(value));
    return h;
  }

  // --- expressions -------------------------------------------------------------------------------------

  int64_t number(const Expr& expr, const Bindings& env) {
    switch (expr.kind) {
      case ExprKind::integer:
        return expr.value;
      case ExprKind::name:
        return expr.is_constant ? expr.value : env.values[expr.decl.index()].number;
      case ExprKind::attribute:
        return config_read(expr, env);
      case ExprKind::negate:
        return wrap(0, number(*expr.args[0], env), '-');
      case ExprKind::call: {
        return stride(env.values[expr.decl.index()].view, expr.args[1]->value);
      }
      case ExprKind::binary: {
        int64_t a = number(*expr.args[0], env);
        int64_t b = number(*expr.args[1], env);
        switch (expr.op) {
          case BinaryOp::add:
            return wrap(a, b, '+');
          case BinaryOp::sub:
            return wrap(a, b, '-');
          case BinaryOp::mul:
            return wrap(a, b, '*');
          case BinaryOp::div:
            return b == 0 ? 0 : floor_div(a, b);  // 0: a number of Python that is not known
          case BinaryOp::mod:
            return b == 0 ? 0 : floor_mod(a, b);
        }
        return 0;
      }
      case ExprKind::real:
      case ExprKind::string:
      case ExprKind::boolean:
      case ExprKind::index:
      case ExprKind::compare:
      case ExprKind::logic:
        break;
    }
    return 0;
  }

  int64_t stride(const BufferView& view, int64_t dim) {
    size_t axis = 0;
    while (axis < view.axes.size() && view.axes[axis].dim != dim) ++axis;
    const BufferInfo& buffer = buffers_[view.buffer];
    if (!buffer.extents.empty()) {
      int64_t result = 1;
      for (size_t i = axis + 1; i < buffer.extents.size(); ++i) result = wrap(result, buffer.extents[i], '*');
      return result;
    }
    auto found = inputs_.strides.find(fmt::format("stride({}, {})", buffer.name, axis));
    return found == inputs_.strides.end() ? 1 : found->second;
  }

  void measure(uint32_t buffer, const Type& type, const Bindings& env) {
    if (type.window) return;
    std::vector<int64_t> extents;
    size_t reads = constructs_.empty() ? 0 : constructs_.back().log.size();
    for (const Expr* extent : type.shape) extents.push_back(number(*extent, env));
    if (!constructs_.empty()) constructs_.back().log.resize(reads);  // sizes are not accesses
    buffers_[buffer].extents = std::move(extents);
  }

  // Values that leave 64 bits end the run: it has shown nothing then.
  int64_t wrap(int64_t a, int64_t b, char op) {
    int64_t out = 0;
    bool bad = op == '+'   ? __builtin_add_overflow(a, b, &out)
               : op == '-' ? __builtin_sub_overflow(a, b, &out)
                           : __builtin_mul_overflow(a, b, &out);
    if (bad) {
      result_.finished = false;
      return 0;
    }
    return out;
  }

  int64_t config_read(const Expr& expr, const Bindings& env) {
    ConfigCell cell{expr.config, expr.field_index};
    access(BufferView{config_buffer(cell), {}}, AccessKind::read, &expr, env);
    auto found = configs_.find(cell);
    return found == configs_.end() ? 0 : found->second;
  }

  bool truth(const Expr& expr, const Bindings& env) {
    switch (expr.kind) {
      case ExprKind::boolean:
        return expr.value != 0;
      case ExprKind::name:
        return expr.decl.valid() && env.values[expr.decl.index()].number != 0;
      case ExprKind::attribute:
        return config_read(expr, env) != 0;
      case ExprKind::logic: {
        bool a = truth(*expr.args[0], env);
        bool b = truth(*expr.args[1], env);
        return expr.is_or ? a || b : a && b;
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
        return false;
    }
    int64_t a = side(*expr.args[0], env);
    int64_t b = side(*expr.args[1], env);
    switch (expr.compare) {
      case CompareOp::lt:
        return a < b;
      case CompareOp::le:
        return a <= b;
      case CompareOp::eq:
        return a == b;
      case CompareOp::gt:
        return a > b;
      case CompareOp::ge:
        return a >= b;
    }
    return false;
  }

  int64_t side(const Expr& expr, const Bindings& env) {
    bool boolean =
        expr.kind == ExprKind::boolean || expr.kind == ExprKind::compare || expr.kind == ExprKind::logic;
    return boolean ? truth(expr, env) : number(expr, env);
  }

  void read_data(const Expr& expr, const Bindings& env) {
    switch (expr.kind) {
      case ExprKind::integer:
      case ExprKind::real:
      case ExprKind::string:
      case ExprKind::boolean:
        return;
      case ExprKind::name:
        if (expr.is_constant || env.proc->decls[expr.decl.index()].base != BaseType::data) return;
        access(env.values[expr.decl.index()].view, AccessKind::read, &expr, env);
        return;
      case ExprKind::attribute:
        config_read(expr, env);
        return;
      case ExprKind::index:
        access(subscript(env.values[expr.decl.index()].view, expr.subscripts, env), AccessKind::read, &expr,
               env);
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
    for (const Expr* arg : expr.args) read_data(*arg, env);
  }

  BufferView subscript(const BufferView& base, std::span<const Subscript> subscripts, const Bindings& env) {
    BufferView result{base.buffer, base.axes};
    int32_t open = 0;
    int32_t dim = 0;
    // Dimensions of a view are in the order of its buffer's axes: windows never permute.
    for (Axis& axis : result.axes) {
      if (axis.dim < 0) continue;
      size_t d = static_cast<size_t>(dim++);
      if (d >= subscripts.size()) {
        axis.dim = open++;
        continue;
      }
      if (subscripts[d].low != nullptr) axis.offset = wrap(axis.offset, number(*subscripts[d].low, env), '+');
      if (subscripts[d].high != nullptr) number(*subscripts[d].high, env);
      axis.dim = subscripts[d].slice ? open++ : -1;
    }
    return result;
  }

  // --- statements --------------------------------------------------------------------------------------

  void block(std::span<Stmt* const> body, Bindings& env) {
    for (const Stmt* stmt : body) {
      if (!result_.finished || !step()) return;
      statement(*stmt, env);
    }
  }

  void statement(const Stmt& stmt, Bindings& env) {
    switch (stmt.kind) {
      case StmtKind::pass:
      case StmtKind::release:
        return;
      case StmtKind::alloc: {
        bool is_static = stmt.memory == MemoryKind::shared;
        uint32_t id = 0;
        if (is_static) {
          auto [entry, fresh] = statics_.try_emplace(&stmt, 0);
          if (fresh) entry->second = new_buffer(stmt.name, 0);
          id = entry->second;
        } else {
          id = new_buffer(stmt.name, constructs_.size());
        }
        measure(id, *stmt.type, env);
        env.values[stmt.decl.index()].view = whole(id, stmt.type->shape.size());
        return;
      }
      case StmtKind::assign:
      case StmtKind::reduce: {
        read_data(*stmt.value, env);
        BufferView target = subscript(env.values[stmt.decl.index()].view, stmt.subscripts, env);
        access(target, stmt.kind == StmtKind::reduce ? AccessKind::update : AccessKind::write, &stmt, env);
        return;
      }
      case StmtKind::window:
        env.values[stmt.decl.index()].view =
            subscript(env.values[stmt.value->decl.index()].view, stmt.value->subscripts, env);
        return;
      case StmtKind::config_write:
        return config_write(stmt, env);
      case StmtKind::call:
        return call(stmt, env);
      case StmtKind::barrier:
        if (constructs_.empty() || &stmt == options_.ignored_barrier) return;
        constructs_.back().barriers.push_back(
            {&stmt, env.path,
             std::vector<int64_t>(
                 loops_.begin() + static_cast<std::ptrdiff_t>(constructs_.back().loops_before),
                 loops_.end())});
        return;
      case StmtKind::loop:
        return loop(stmt, env);
      case StmtKind::branch:
        if (truth(*stmt.value, env)) {
          block(stmt.body, env);
        } else {
          block(stmt.orelse, env);
        }
        return;
    }
  }

  void config_write(const Stmt& stmt, Bindings& env) {
    ConfigCell cell{stmt.config, stmt.field_index};
    BaseType base = stmt.config->fields[stmt.field_index].base;
    if (base == BaseType::data) {
      read_data(*stmt.value, env);
    } else {
      configs_[cell] = base == BaseType::boolean ? truth(*stmt.value, env) : number(*stmt.value, env);
    }
    access(BufferView{config_buffer(cell), {}}, AccessKind::write, &stmt, env);
  }

  void call(const Stmt& stmt, Bindings& env) {
    if (stmt.callee == nullptr) return;
    Bindings inner;
    inner.proc = stmt.callee;
    inner.path = enter_call(env.path, stmt);
    inner.values.resize(stmt.callee->decls.size());
    for (size_t i = 0; i < stmt.args.size(); ++i) {
      const Expr& arg = *stmt.args[i];
      const Param& param = stmt.callee->params[i];
      Value& value = inner.values[param.decl.index()];
      if (param.type->base == BaseType::boolean) {
        value.number = truth(arg, env);
      } else if (param.type->base != BaseType::data) {
        value.number = number(arg, env);
      } else if (arg.decl.valid() && (arg.kind == ExprKind::name || arg.kind == ExprKind::index) &&
                 env.proc->decls[arg.decl.index()].base == BaseType::data) {
        value.view = subscript(env.values[arg.decl.index()].view, arg.subscripts, env);
      } else {
        read_data(arg, env);
        value.view = whole(new_buffer(param.name, constructs_.size() + 1), 0);
      }
    }
    block(stmt.callee->body, inner);
  }

  void loop(const Stmt& stmt, Bindings& env) {
    int64_t low = stmt.low == nullptr ? 0 : number(*stmt.low, env);
    int64_t high = number(*stmt.high, env);
    LoopAt at{&stmt, env.path};
    const std::map<LoopAt, int64_t>& pins = thread_pins_ != nullptr ? *thread_pins_ : options_.pins;
    auto pin = pins.find(at);
    if (pin != pins.end()) {
      if (pin->second < low || pin->second >= high) return;
      low = pin->second;
      high = low + 1;
    } else if (thread_pins_ != nullptr) {
      return;  // not around the access of this thread
    } else if (options_.watch && options_.watch->construct != at && !watching_) {
      return;  // not on the way to the watched loop, and nothing there depends on what this one computes
    }
    if (stmt.loop != LoopKind::seq) return parallel(stmt, env, low, high);
    for (int64_t i = low; i < high && result_.finished && step(); ++i) iteration(stmt, env, i);
  }

  void iteration(const Stmt& stmt, Bindings& env, int64_t i) {
    env.values[stmt.decl.index()].number = i;
    loops_.push_back(i);
    block(stmt.body, env);
    loops_.pop_back();
  }

  void parallel(const Stmt& stmt, Bindings& env, int64_t low, int64_t high) {
    bool watched = options_.watch && options_.watch->construct == LoopAt{&stmt, env.path};
    Construct fresh;
    fresh.stmt = &stmt;
    fresh.loops_before = loops_.size() + 1;
    fresh.watched = watched;
    constructs_.push_back(std::move(fresh));
    watching_ |= watched;
    std::vector<BarrierEvent> expected;
    int64_t first = low;
    bool diverged = false;
    auto run_thread = [&](int64_t thread, bool is_first) {
      if (!step()) return;
      constructs_.back().thread = thread;
      constructs_.back().barriers.clear();
      iteration(stmt, env, thread);
      if (is_first) {
        expected = constructs_.back().barriers;
        first = thread;
      } else if (!diverged && result_.finished && constructs_.back().barriers != expected) {
        diverged = true;
        result_.divergences.push_back({&stmt, first, thread});
      }
    };
    if (watched) {
      int64_t s = options_.watch->first_thread;
      int64_t t = options_.watch->second_thread;
      if (s >= low && s < high && t >= low && t < high && s != t) {
        bool is_first = true;
        for (int64_t thread : {std::min(s, t), std::max(s, t)}) {
          if (options_.watch->only_pinned) {
            thread_pins_ = thread == s ? &options_.watch->first_pins : &options_.watch->second_pins;
          }
          if (result_.finished) run_thread(thread, is_first);
          is_first = false;
        }
        thread_pins_ = nullptr;
      }
    } else {
      for (int64_t thread = low; thread < high && result_.finished; ++thread)
        run_thread(thread, thread == low);
    }
    watching_ &= !watched;
    Construct done = std::move(constructs_.back());
    constructs_.pop_back();
    if (!result_.finished || diverged) return;
    if (watched) {
      find_watched(done, expected);
    } else if (!options_.watch) {
      compare(done, expected);
    }
  }

  // --- verdict -----------------------------------------------------------------------------------------

  void compare(Construct& done, const std::vector<BarrierEvent>& barriers) {
    std::vector<Record>& log = done.log;
    auto key = [](const Record& r) {
      return std::make_tuple(r.cell, r.interval, r.site.origin, r.site.path, r.thread, r.kind, r.loops);
    };
    std::sort(log.begin(), log.end(), [&](const Record& a, const Record& b) { return key(a) < key(b); });
    log.erase(std::unique(log.begin(), log.end(),
                          [&](const Record& a, const Record& b) { return key(a) == key(b); }),
              log.end());
    for (size_t begin = 0; begin < log.size();) {
      size_t end = begin;
      bool writes = false;
      while (end < log.size() && log[end].cell == log[begin].cell &&
             log[end].interval == log[begin].interval) {
        writes |= log[end].kind != AccessKind::read;
        ++end;
      }
      if (writes) compare_group(done, barriers, begin, end);
      begin = end;
    }
  }

  void compare_group(const Construct& done, const std::vector<BarrierEvent>& barriers, size_t begin,
                     size_t end) {
    for (size_t i = begin; i < end; ++i) {
      for (size_t j = i + 1; j < end; ++j) {
        const Record& a = done.log[i];
        const Record& b = done.log[j];
        if (a.thread == b.thread || (a.kind == AccessKind::read && b.kind == AccessKind::read)) continue;
        if (!step()) return;
        bool known = !seen_.insert(std::make_tuple(done.stmt, a.site.origin, b.site.origin)).second;
        if (!known) result_.conflicts.push_back(conflict(done, barriers, a, b));
      }
    }
  }

  void find_watched(const Construct& done, const std::vector<BarrierEvent>& barriers) {
    const Watch& watch = *options_.watch;
    uint64_t first_loops = hash_loops(watch.first_loops);
    uint64_t second_loops = hash_loops(watch.second_loops);
    const Record* first = nullptr;
    const Record* second = nullptr;
    for (const Record& r : done.log) {
      if (r.site == watch.first && r.thread == watch.first_thread && r.loops == first_loops) first = &r;
      if (r.site == watch.second && r.thread == watch.second_thread && r.loops == second_loops) second = &r;
    }
    if (first == nullptr || second == nullptr) return;
    bool conflicts = first->kind != AccessKind::read || second->kind != AccessKind::read;
    if (conflicts && first->cell == second->cell && first->interval == second->interval) {
      result_.watched = conflict(done, barriers, *first, *second);
    }
  }

  Conflict conflict(const Construct& done, const std::vector<BarrierEvent>& barriers, const Record& a,
                    const Record& b) {
    Conflict out;
    out.construct = done.stmt;
    out.first = a.site;
    out.second = b.site;
    out.first_kind = a.kind;
    out.second_kind = b.kind;
    out.first_thread = a.thread;
    out.second_thread = b.thread;
    const std::vector<int64_t>& cell = cells_[a.cell];
    out.buffer = buffers_[static_cast<size_t>(cell[0])].name;
    out.cell.assign(cell.begin() + 1, cell.end());
    out.interval = a.interval;
    if (a.interval > 0) out.barrier_before = barriers[a.interval - 1].barrier;
    if (a.interval < barriers.size()) out.barrier_after = barriers[a.interval].barrier;
    return out;
  }

  const Proc& proc_;
  const RunInputs& inputs_;
  const RunOptions& options_;
  RunResult result_;
  std::map<ConfigCell, int64_t> configs_;
  std::vector<BufferInfo> buffers_;
  FlatMap<ConfigCell, uint32_t> config_buffers_;
  FlatMap<const Stmt*, uint32_t> statics_;
  FlatMap<std::vector<int64_t>, uint32_t> cell_ids_;  // buffer, then the cell's indices
  std::vector<std::vector<int64_t>> cells_;
  std::vector<Construct> constructs_;
  std::vector<int64_t> loops_;  // values of the loops around
  FlatSet<std::tuple<const Stmt*, const void*, const void*>> seen_;
  int64_t steps_ = 0;
  bool watching_ = false;                                   // inside the watched construct
  const std::map<LoopAt, int64_t>* thread_pins_ = nullptr;  // of the watched thread that runs, if it has them
};

}  // namespace

RunResult run_proc(const Proc& proc, const RunInputs& inputs, const RunOptions& options) {
  return Machine(proc, inputs, options).run();
}

}  // namespace dh::exo
