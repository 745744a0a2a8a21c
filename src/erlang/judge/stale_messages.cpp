// Messages that a server gets too late: erlang:cancel_timer/1 and erlang:demonitor/1 do not remove a message
// that is in the mailbox already. A handler that cannot distinguish it from a message of the next timer or
// monitor takes it for one of those.
#include <algorithm>

#include "erlang/core/callbacks.h"
#include "erlang/judge/call_pattern.h"
#include "erlang/judge/report_race.h"

namespace dh::erlang {
namespace {

// A call of a function of erlang, or of the same one of Elixir's Process.
bool calls_erlang(const JudgeContext& context, FunctionId f, const Call& call, std::string_view name) {
  const Core& core = context.races.core;
  if (call.kind != CallKind::named) return false;
  bool here = call.callee.module == context.races.model.self.module ||
              (core.module_of(f).language == SourceLanguage::elixir &&
               core.text(call.callee.module) == "Elixir.Process");
  return here && core.text(call.callee.name) == name;
}

// Whether `wanted` is the value or a part that it is put together of; what is taken out of a value is not.
bool mentions(const CoreFunction& f, ValueId v, ValueId wanted, int depth = 8) {
  if (!v.valid()) return false;
  if (v == wanted) return true;
  const Value& value = f.value(v);
  if (depth == 0 || value.kind == ValueKind::field || value.kind == ValueKind::call) return false;
  auto parts = f.operands_of(value);
  return std::any_of(parts.begin(), parts.end(),
                     [&](ValueId part) { return mentions(f, part, wanted, depth - 1); });
}

// What the code of a clause does with a value.
class Uses {
 public:
  Uses(const CoreFunction& f, ValueId wanted) : f_(f), wanted_(wanted) {}

  bool in_statements(Range statements) const {
    for (uint32_t i = 0; i < statements.count; ++i) {
      if (in_statement(f_.statements[statements.first + i])) return true;
    }
    return false;
  }

 private:
  bool in_values(Range range) const {
    auto values = f_.operands_in(range);
    return std::any_of(values.begin(), values.end(), [&](ValueId v) { return mentions(f_, v, wanted_); });
  }

  // Without their results: what uses those, uses the result of the branch, which is made of them.
  bool in_clauses(Range clauses) const {
    for (uint32_t c = clauses.first; c < clauses.first + clauses.count; ++c) {
      if (in_statements(f_.clauses[c].body)) return true;
    }
    return false;
  }

  bool in_statement(const Statement& s) const {
    switch (s.kind) {
      case StatementKind::call: {
        const Call& call = f_.calls[s.index];
        return in_values(call.arguments) || call.function == wanted_ || call.module == wanted_;
      }
      case StatementKind::branch:
        return in_values(f_.branches[s.index].deciders) || in_clauses(f_.branches[s.index].clauses);
      case StatementKind::attempt: {
        const Attempt& a = f_.attempts[s.index];
        return in_statements(a.body) || in_values(a.deciders) || in_clauses(a.clauses) ||
               in_clauses(a.handlers) || in_statements(a.after);
      }
      case StatementKind::refinement: {
        const Refinement& r = f_.refinements[s.index];
        return r.right.valid() && (r.left == wanted_ || r.right == wanted_);
      }
      case StatementKind::name:
        return false;
    }
    return false;
  }

  const CoreFunction& f_;
  ValueId wanted_;
};

// The clauses of a server's handle_info/2.
class Handler {
 public:
  Handler(const Core& core, const Model& model, uint32_t module) : core_(core) {
    for (uint32_t i = 0; i < core.modules()[module].functions.size() && f_ == nullptr; ++i) {
      FunctionId id = core.function_of(module, i);
      const CoreFunction& f = core.function(id);
      if (!f.is_fun && f.arity == 2 && core.text(f.name) == "handle_info" && is_callback(core, model, id))
        f_ = &f;
    }
  }

  // A clause takes the message and looks at none of the elements that say which timer or process it is from.
  // `parts`: atoms by their element.
  using Part = std::pair<uint32_t, std::string>;
  static constexpr uint32_t kWhole = UINT32_MAX;  // the message itself
  bool takes_any(std::span<const Part> parts, std::span<const uint32_t> ids) const {
    if (f_ == nullptr) return false;
    if (requires_all(f_->body, parts)) return !uses_any(f_->body, f_->result, ids);  // of a single clause
    for (uint32_t i = 0; i < f_->body.count; ++i) {
      const Statement& s = f_->statements[f_->body.first + i];
      if (s.kind != StatementKind::branch || f_->branches[s.index].kind != BranchKind::choice) continue;
      Range clauses = f_->branches[s.index].clauses;
      for (uint32_t c = clauses.first; c < clauses.first + clauses.count; ++c) {
        const CoreClause& clause = f_->clauses[c];
        if (requires_all(clause.body, parts)) return !uses_any(clause.body, clause.result, ids);
      }
    }
    return false;
  }

 private:
  static constexpr ValueId kMessage = ValueId(0);  // the first parameter

  ValueId element(uint32_t index) const {
    if (index == kWhole) return kMessage;
    for (uint32_t v = 0; v < f_->values.size(); ++v) {
      const Value& value = f_->values[v];
      if (value.kind == ValueKind::field && value.index == index && f_->operands_of(value)[0] == kMessage)
        return ValueId(v);
    }
    return {};
  }

  bool requires_all(Range body, std::span<const Part> parts) const {
    return std::all_of(parts.begin(), parts.end(), [&](const Part& part) {
      ValueId value = element(part.first);
      for (uint32_t i = 0; i < body.count && value.valid(); ++i) {
        const Statement& s = f_->statements[body.first + i];
        if (s.kind != StatementKind::refinement) continue;
        const Refinement& r = f_->refinements[s.index];
        if (r.equal && r.left == value && r.right.valid() && is_atom(r.right, part.second)) return true;
      }
      return false;
    });
  }

  bool is_atom(ValueId v, std::string_view wanted) const {
    const Value& value = f_->value(v);
    if (value.kind != ValueKind::constant) return false;
    const Constant& constant = core_.constant(core_.constant(f_->module, value.index));
    return constant.kind == ConstantKind::atom && core_.text(constant.text) == wanted;
  }

  bool uses_any(Range body, ValueId result, std::span<const uint32_t> ids) const {
    auto is_used = [&](ValueId value) {
      return Uses(*f_, value).in_statements(body) || mentions(*f_, result, value);
    };
    if (ids.empty()) return false;  // the message says nothing more than that the time is over
    if (is_used(kMessage)) return true;
    return std::any_of(ids.begin(), ids.end(), [&](uint32_t index) {
      ValueId id = element(index);
      return id.valid() && is_used(id);
    });
  }

  const Core& core_;
  const CoreFunction* f_ = nullptr;
};

bool has_receive(const CoreFunction& f) {
  return std::any_of(f.branches.begin(), f.branches.end(),
                     [](const Branch& b) { return b.kind == BranchKind::receive; });
}

bool is_server_code(const JudgeContext& context, FunctionId f) {
  Role server{RoleKind::server, context.races.core.module_index(f), FunctionId()};
  const std::vector<Role>& roles = context.roles.of(f);
  return std::all_of(roles.begin(), roles.end(),
                     [&](const Role& role) { return role.after_start() == server; });
}

// The message that a timer sends, as the parts that its handler asks for; empty where it is no atom. The
// elements of it that say which timer it is.
struct TimerMessage {
  std::vector<Handler::Part> parts;
  std::vector<uint32_t> ids;
};

TimerMessage message_of_timer(const JudgeContext& context, FunctionId f, const Call& call) {
  const Core& core = context.races.core;
  auto arguments = core.function(f).operands_in(call.arguments);
  bool has_reference = calls_erlang(context, f, call, "start_timer");
  if ((!has_reference && !calls_erlang(context, f, call, "send_after")) || arguments.size() < 3) return {};
  // Process.send_after(Dest, Message, Time) has another order.
  bool of_process = call.callee.module != context.races.model.self.module;
  ConstantId message = only_atom(context, f, arguments[of_process ? 1 : 2]);
  if (!message.valid()) return {};
  std::string text = core.text(core.constant(message).text);
  if (!has_reference) return {{{Handler::kWhole, text}}, {}};
  return {{{0, "timeout"}, {2, text}}, {1}};
}

class StaleMessages {
 public:
  StaleMessages(const JudgeContext& context, const FactorSet<FactorId>& factors)
      : context_(context), core_(context.races.core), factors_(factors) {}

  std::vector<Finding> take() {
    for (uint32_t i = 0; i < core_.function_count(); ++i) look_at(FunctionId(i));
    return std::move(findings_);
  }

 private:
  void look_at(FunctionId f) {
    const CoreFunction& function = core_.function(f);
    for (uint32_t c = 0; c < function.calls.size(); ++c) {
      const Call& call = function.calls[c];
      bool timer = calls_erlang(context_, f, call, "cancel_timer");
      bool monitor = call.callee.arity == 1 && calls_erlang(context_, f, call, "demonitor");
      if ((!timer && !monitor) || has_receive(function) || !runs_later(context_, f) ||
          !is_server_code(context_, f))
        continue;
      // Who looks at the answer knows that the message may be on its way.
      if (timer && (Uses(function, call.result).in_statements(function.body) ||
                    mentions(function, function.result, call.result)))
        continue;
      Handler handler(core_, context_.races.model, function.module);
      for (uint32_t n = 0; n < function.calls.size(); ++n) {
        if (!clauses_of_calls(context_, f).can_follow(c, n)) continue;
        if (timer ? report_timer(handler, f, c, n) : report_monitor(handler, f, c, n)) break;
      }
    }
  }

  bool report_timer(const Handler& handler, FunctionId f, uint32_t cancel, uint32_t next) {
    TimerMessage message = message_of_timer(context_, f, core_.function(f).calls[next]);
    if (message.parts.empty() || !handler.takes_any(message.parts, message.ids)) return false;
    Site stopped{f, cancel}, started{f, next};
    const std::string& name = message.parts.back().second;
    std::string cancels = operation_name(context_.races, stopped),
                starts = operation_name(context_.races, started);
    findings_.push_back(pattern_finding(
        context_, factors_,
        {Rule::erlang_server_update,
         message.ids.empty() ? FactorId::start_stale_tick : FactorId::start_stale_timer,
         Level::note,
         stopped,
         started,
         AccessKind::write,
         AccessKind::write,
         "message",
         name,
         fmt::format("{} does not remove a message {} that the timer has already sent: "
                     "handle_info/2 takes it for one "
                     "of the timer that {} starts",
                     cancels, name, starts),
         message.ids.empty()
             ? "use erlang:start_timer/3, and compare the reference in {timeout, Ref, Message} with the one "
               "in "
               "the state"
             : "compare the reference in {timeout, Ref, Message} with the one in the state; or remove the "
               "message "
               "where cancel_timer/1 answers false: receive {timeout, Ref, _} -> ok after 0 -> ok end",
         {fmt::format("the timer ends and sends {}", name),
          fmt::format("the server, which has not read {} yet: {}", name, cancels),
          fmt::format("the server: {} starts the next timer", starts),
          fmt::format("the server reads {} of the first timer, too early", name)}}));
    return true;
  }

  bool report_monitor(const Handler& handler, FunctionId f, uint32_t ended, uint32_t next) {
    const Call& call = core_.function(f).calls[next];
    const std::vector<Handler::Part> message = {{0, "DOWN"}};
    constexpr uint32_t kReferenceAndPid[] = {1, 3};
    bool monitors =
        calls_erlang(context_, f, call, "monitor") || calls_erlang(context_, f, call, "spawn_monitor");
    if (!monitors || !handler.takes_any(message, kReferenceAndPid)) return false;
    Site stopped{f, ended}, started{f, next};
    std::string stops = operation_name(context_.races, stopped),
                starts = operation_name(context_.races, started);
    findings_.push_back(pattern_finding(
        context_, factors_,
        {Rule::erlang_server_update,
         FactorId::start_stale_down,
         Level::warning,
         stopped,
         started,
         AccessKind::write,
         AccessKind::write,
         "message",
         "'DOWN'",
         fmt::format(
             "{} does not remove a 'DOWN' message that is in the mailbox already: handle_info/2 takes it for "
             "one of the process that {} monitors",
             stops, starts),
         "use erlang:demonitor(Ref, [flush]), and compare the reference in {'DOWN', Ref, process, Pid, "
         "Reason} with the one in the state",
         {"the first process ends: its 'DOWN' message is in the mailbox",
          fmt::format("the server: {}", stops),
          fmt::format("the server: {} monitors the next process", starts),
          "the server reads 'DOWN' of the first process and believes that the next one has ended"}}));
    return true;
  }

  const JudgeContext& context_;
  const Core& core_;
  const FactorSet<FactorId>& factors_;
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> find_stale_messages(const JudgeContext& context, const FactorSet<FactorId>& factors) {
  return StaleMessages(context, factors).take();
}

}  // namespace dh::erlang
