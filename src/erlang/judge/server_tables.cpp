// Tables that a server writes to and other processes read directly. A cast is handled later than it is sent,
// and what a process computes from an object and sends to the server overwrites what another one has sent
// before.
#include <algorithm>
#include <optional>
#include <set>

#include "erlang/judge/call_pattern.h"
#include "erlang/judge/report_race.h"

namespace dh::erlang {
namespace {

enum class Sends : uint8_t { nothing, cast, call };

Sends sends(const JudgeContext& context, const Call& call) {
  // By number first: all calls of the program are asked.
  if (call.kind != CallKind::named || !context.races.model.operations.contains(call.callee))
    return Sends::nothing;
  const Core& core = context.races.core;
  std::string module = core.text(call.callee.module), name = core.text(call.callee.name);
  if (module != "gen_server" && module != "gen_statem" && module != "Elixir.GenServer") return Sends::nothing;
  return name == "cast" ? Sends::cast : name == "call" ? Sends::call : Sends::nothing;
}

// Which tables a server's callbacks write to, by its module.
using ServerTables = std::set<std::pair<uint32_t, ConstantId>>;

ServerTables find_server_tables(const JudgeContext& context) {
  ServerTables tables;
  for (const auto& [table, uses] : find_uses(context, is_table_write)) {
    for (Site use : uses) {
      for (const Role& role : context.roles.of(use.function)) {
        if (role.kind == RoleKind::server) tables.insert({role.module, table});
      }
    }
  }
  return tables;
}

class Casts {
 public:
  Casts(const JudgeContext& context, const FactorSet<FactorId>& factors)
      : context_(context),
        core_(context.races.core),
        factors_(factors),
        tables_(find_server_tables(context)) {}

  std::vector<Finding> find() {
    for (uint32_t i = 0; i < core_.function_count(); ++i) {
      const std::vector<Call>& calls = core_.function(FunctionId(i)).calls;
      auto is_send = [&](const Call& c) { return sends(context_, c) != Sends::nothing; };
      if (std::any_of(calls.begin(), calls.end(), is_send) && runs_later(context_, FunctionId(i)))
        look_at(FunctionId(i));
    }
    return std::move(findings_);
  }

 private:
  struct Message {
    ConstantId server;
    uint32_t module = 0;
    ValueId content;
  };

  // What is sent to a server with a name, by another process.
  std::optional<Message> message_of(FunctionId f, const Call& call) const {
    auto arguments = core_.function(f).operands_in(call.arguments);
    if (sends(context_, call) == Sends::nothing || arguments.size() < 2) return std::nullopt;
    ConstantId server = only_atom(context_, f, arguments[0]);
    if (!server.valid()) return std::nullopt;
    Role holder = context_.roles.holder_of(server);
    const std::vector<Role>& own = context_.roles.of(f);
    if (holder.kind != RoleKind::server || std::find(own.begin(), own.end(), holder) != own.end())
      return std::nullopt;
    return Message{server, holder.module, arguments[1]};
  }

  void look_at(FunctionId f) {
    const CoreFunction& function = core_.function(f);
    for (uint32_t s = 0; s < function.calls.size(); ++s) {
      std::optional<Message> message = message_of(f, function.calls[s]);
      if (!message) continue;
      const ClausesOfCalls& order = clauses_of_calls(context_, f);
      bool told = false;  // once for each message
      for (uint32_t r = 0; r < function.calls.size() && !told; ++r) {
        const Call& read = function.calls[r];
        if (!is_table_read(context_, read)) continue;
        ConstantId table = table_of_call(context_, f, read);
        if (!table.valid() || !tables_.contains({message->module, table})) continue;
        ValueId key = function.operands_in(read.arguments)[1];
        if (!any_part(function, message->content, [&](ValueId v) { return same_value(f, v, key); })) continue;
        if (sends(context_, function.calls[s]) == Sends::cast && order.can_follow(s, r) &&
            !waits(f, *message, s, r)) {
          report_early_read(f, s, r, table);
          told = true;
        } else if (order.can_follow(r, s) &&
                   holds_changed(function, message->content, read.result, false, kDepth)) {
          report_sent_back(f, s, r, table);
          told = true;
        }
      }
    }
  }

  bool same_value(FunctionId f, ValueId a, ValueId b) const {
    const CoreFunction& function = core_.function(f);
    if (a == b) return true;
    return function.value(a).kind == ValueKind::constant && function.value(b).kind == ValueKind::constant &&
           function.value(a).index == function.value(b).index;
  }

  // A call to the same server returns after the cast was handled.
  bool waits(FunctionId f, const Message& message, uint32_t from, uint32_t to) const {
    const std::vector<Call>& calls = core_.function(f).calls;
    for (uint32_t i = from + 1; i < to; ++i) {
      std::optional<Message> other = message_of(f, calls[i]);
      if (other && other->server == message.server && sends(context_, calls[i]) == Sends::call) return true;
    }
    return false;
  }

  // A changed version of what was read: by arithmetic, by a new element, or by a library function.
  bool holds_changed(const CoreFunction& f, ValueId v, ValueId read, bool changed, int depth) const {
    if (v == read) return changed;
    if (depth == 0) return false;
    const Value& value = f.value(v);
    auto parts = f.operands_of(value);
    changed = changed || value.kind == ValueKind::computed || value.kind == ValueKind::update;
    if (value.kind == ValueKind::call) {
      const Call& call = f.calls[value.index];
      if (call.kind != CallKind::named || !context_.races.model.changes.contains(call.callee)) return false;
      changed = true;
      parts = f.operands_in(call.arguments);
    }
    return std::any_of(parts.begin(), parts.end(),
                       [&](ValueId part) { return holds_changed(f, part, read, changed, depth - 1); });
  }

  void report_early_read(FunctionId f, uint32_t send, uint32_t read, ConstantId table) {
    Site sent{f, send}, reads{f, read};
    std::string name = core_.shown_constant(table, f);
    std::string cast = operation_name(context_.races, sent), lookup = operation_name(context_.races, reads);
    findings_.push_back(pattern_finding(
        context_, factors_,
        {Rule::erlang_ets,
         FactorId::start_unhandled_cast,
         Level::warning,
         reads,
         sent,
         AccessKind::read,
         AccessKind::other,
         "ets table",
         name,
         fmt::format("{} of ets table {} can run before the server has handled {}: it reads the old state",
                     lookup, name, cast),
         "use gen_server:call/2, which returns after the server has written",
         {fmt::format("the caller: {}", cast), fmt::format("the caller: {} finds the old object", lookup),
          "the server handles the cast and writes the object"}}));
  }

  void report_sent_back(FunctionId f, uint32_t send, uint32_t read, ConstantId table) {
    Site sent{f, send}, reads{f, read};
    std::string name = core_.shown_constant(table, f);
    std::string sends_it = operation_name(context_.races, sent),
                lookup = operation_name(context_.races, reads);
    findings_.push_back(pattern_finding(
        context_, factors_,
        {Rule::erlang_server_update,
         FactorId::start_sent_back,
         Level::warning,
         sent,
         reads,
         AccessKind::write,
         AccessKind::read,
         "ets table",
         name,
         fmt::format("{} sends a value computed from {} of ets table {} to the server that writes it; "
                     "another process can "
                     "do the same in between, and an update is lost",
                     sends_it, lookup, name),
         "let the server compute: send it what to do ({add, 1}) instead of the new value",
         {fmt::format("process 1: {}", lookup), fmt::format("process 2: {}, with the same answer", lookup),
          fmt::format("process 2: {}", sends_it), fmt::format("process 1: {}", sends_it),
          "the server writes both values: the second one overwrites the first"}}));
  }

  static constexpr int kDepth = 8;
  const JudgeContext& context_;
  const Core& core_;
  const FactorSet<FactorId>& factors_;
  ServerTables tables_;
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> find_casts(const JudgeContext& context, const FactorSet<FactorId>& factors) {
  return Casts(context, factors).find();
}

}  // namespace dh::erlang
