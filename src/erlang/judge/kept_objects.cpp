// A server reads an object of a table, keeps it in its state and writes it back later: what other processes
// have written in the meantime is lost.
#include <algorithm>

#include "erlang/core/callbacks.h"
#include "erlang/judge/call_pattern.h"
#include "erlang/judge/report_race.h"

namespace dh::erlang {
namespace {

// The element of the state that a value is, or is a part of; invalid where it is no part of the state.
ValueId element_of_state(const CoreFunction& f, ValueId v) {
  ValueId element;
  while (f.value(v).kind == ValueKind::field) {
    element = v;
    v = f.operands_of(f.value(v))[0];
  }
  bool state = f.value(v).kind == ValueKind::param && f.value(v).index + 1 == f.arity;
  return state ? element : ValueId();
}

// The object is an element of the state, a changed version of it, or put together of its parts.
bool is_kept_in_state(const CoreFunction& f, ValueId object) {
  while (f.value(object).kind == ValueKind::update) object = f.operands_of(f.value(object))[0];
  if (f.value(object).kind != ValueKind::tuple) return element_of_state(f, object).valid();
  auto parts = f.operands_of(f.value(object));
  if (parts.size() < 2) return false;
  ValueId of_key = element_of_state(f, parts[0]);
  if (!of_key.valid() || of_key == parts[0]) return false;
  auto of_same = [&](ValueId v) { return element_of_state(f, v) == of_key && v != of_key; };
  return std::any_of(parts.begin() + 1, parts.end(),
                     [&](ValueId part) { return any_part(f, part, of_same); });
}

bool is_run_by_server_of(const JudgeContext& context, FunctionId f, uint32_t module) {
  const std::vector<Role>& roles = context.roles.of(f);
  return std::all_of(roles.begin(), roles.end(), [&](const Role& r) {
    return r.after_start() == Role{RoleKind::server, module, FunctionId()};
  });
}

}  // namespace

std::vector<Finding> find_kept_objects(const JudgeContext& context, const FactorSet<FactorId>& factors) {
  const Core& core = context.races.core;
  TableUses reads = find_uses(context, is_table_read), writes = find_uses(context, is_table_write);
  std::vector<Finding> findings;
  for (const auto& [table, uses] : writes) {
    for (Site use : uses) {
      const CoreFunction& f = core.function(use.function);
      auto arguments = f.operands_in(f.calls[use.call].arguments);
      if (!is_ets_call(context, f.calls[use.call], "insert") ||
          !is_callback(core, context.races.model, use.function) || !runs_later(context, use.function) ||
          !is_kept_in_state(f, arguments[1]))
        continue;
      uint32_t module = core.module_index(use.function);
      const std::vector<Site>& looks = reads[table];
      auto look = std::find_if(looks.begin(), looks.end(),
                               [&](Site r) { return core.module_index(r.function) == module; });
      auto other = std::find_if(uses.begin(), uses.end(), [&](Site w) {
        return runs_later(context, w.function) && !is_run_by_server_of(context, w.function, module);
      });
      if (look == looks.end() || other == uses.end()) continue;
      std::string name = core.shown_constant(table, use.function);
      Site written = use, read = *look;
      std::string writer = core.name_of(other->function), inserts = operation_name(context.races, written);
      findings.push_back(pattern_finding(
          context, factors,
          {Rule::erlang_ets,
           FactorId::start_kept_object,
           Level::warning,
           written,
           read,
           AccessKind::write,
           AccessKind::read,
           "ets table",
           name,
           fmt::format("{} writes an object of ets table {} that the server has kept in its state: what {} "
                       "has written "
                       "since is lost",
                       inserts, name, writer),
           "write only what has changed (ets:update_element/3, ets:update_counter/3), or let one process do "
           "all writes",
           {fmt::format("the server: {} reads the object and keeps it", operation_name(context.races, read)),
            fmt::format("another process: {} changes the object", writer),
            fmt::format("the server: {} overwrites the change", inserts)}}));
    }
  }
  return findings;
}

}  // namespace dh::erlang
