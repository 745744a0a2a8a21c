// The call graph: recursion does not exist in Exo, and a broken callee breaks its callers.
#include <fmt/format.h>

#include "exo/names/resolve.h"

namespace dh::exo {

namespace {

void collect_calls(std::span<Stmt*> body, std::vector<const Stmt*>& out) {
  for (const Stmt* stmt : body) {
    if (stmt->kind == StmtKind::call && stmt->callee != nullptr) out.push_back(stmt);
    collect_calls(stmt->body, out);
    collect_calls(stmt->orelse, out);
  }
}

struct Visit {
  Proc* proc;
  std::vector<const Stmt*> calls;
  size_t next = 0;
};

enum class Colour { white, grey, black };

class CallChecker {
 public:
  CallChecker(std::deque<Module>& modules, Diagnostics& diagnostics) : diagnostics_(diagnostics) {
    for (Module& module : modules) {
      for (Proc& proc : module.procs) {
        colours_[&proc] = Colour::white;
        procs_.push_back(&proc);
      }
    }
  }

  void run() {
    for (Proc* proc : procs_) {
      if (colours_[proc] == Colour::white) walk(proc);
    }
  }

 private:
  void enter(Proc* proc) {
    colours_[proc] = Colour::grey;
    Visit visit{proc, {}, 0};
    collect_calls(proc->body, visit.calls);
    stack_.push_back(std::move(visit));
  }

  // Depth first with a stack of its own: chains of calls can be as long as the files.
  void walk(Proc* root) {
    enter(root);
    while (!stack_.empty()) {
      Visit& top = stack_.back();
      if (top.next == top.calls.size()) {
        colours_[top.proc] = Colour::black;
        stack_.pop_back();
        continue;
      }
      const Stmt* call = top.calls[top.next];
      Proc* callee = const_cast<Proc*>(call->callee);  // the modules are ours to change in this phase
      callee->called = true;
      if (colours_[callee] == Colour::white) {
        enter(callee);  // comes back to this call with the callee's verdict
        continue;
      }
      ++top.next;
      judge(*top.proc, *call, *callee);
    }
  }

  void judge(Proc& caller, const Stmt& call, Proc& callee) {
    if (colours_[&callee] == Colour::grey) {
      caller.broken = callee.broken = true;
      report(caller, call, Severity::error,
             fmt::format("'{}' calls itself through a cycle of procs: Exo has no recursion", callee.name));
    } else if (callee.broken && !caller.broken) {
      caller.broken = true;
      report(caller, call, Severity::error,
             fmt::format("'{}' is not checked, because it calls '{}', which has errors", caller.name,
                         callee.name));
    }
  }

  void report(const Proc& caller, const Stmt& call, Severity severity, std::string message) {
    diagnostics_.push_back({severity, caller.module->file.place(call.span), std::move(message)});
  }

  Diagnostics& diagnostics_;
  std::vector<Proc*> procs_;
  FlatMap<const Proc*, Colour> colours_;
  std::vector<Visit> stack_;
};

}  // namespace

void check_calls(std::deque<Module>& modules, Diagnostics& diagnostics) {
  CallChecker(modules, diagnostics).run();
}

}  // namespace dh::exo
