#include "exo/syntax/effects.h"

#include <algorithm>

namespace dh::exo {

namespace {

constexpr int kMaxCallDepth = 400;  // of calls: deeper chains are refused by lower.cpp anyway

}  // namespace

Effects EffectsOf::block(std::span<Stmt* const> body) {
  Effects effects;
  add(body, effects);
  return effects;
}

const Effects& EffectsOf::proc(const Proc& proc) {
  auto found = procs_.find(&proc);
  if (found != procs_.end()) return found->second;
  Effects effects;
  add(proc.body, effects);
  return procs_[&proc] = std::move(effects);
}

void EffectsOf::add(std::span<Stmt* const> body, Effects& out) {
  if (depth_ > kMaxCallDepth) {
    out.parallel = out.unknown_call = true;
    return;
  }
  ++depth_;
  for (const Stmt* stmt : body) {
    if (stmt->kind == StmtKind::loop && stmt->loop != LoopKind::seq) {
      out.parallel = true;
      ++out.parallel_loops;
    }
    if (stmt->kind == StmtKind::config_write) out.writes.insert({stmt->config, stmt->field_index});
    if (stmt->kind == StmtKind::call) {
      if (stmt->callee == nullptr) {
        out.unknown_call = true;
      } else {
        const Effects& callee = proc(*stmt->callee);
        out.parallel |= callee.parallel;
        out.parallel_loops += callee.parallel_loops;
        out.unknown_call |= callee.unknown_call;
        out.writes.insert(callee.writes.begin(), callee.writes.end());
      }
    }
    add(stmt->body, out);
    add(stmt->orelse, out);
    out.parallel_loops = std::min(out.parallel_loops, kMaxCountedLoops);
  }
  --depth_;
}

}  // namespace dh::exo
