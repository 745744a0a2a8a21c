// A table that is replaced in two steps: between the two, other processes find no table, or an empty one.
#include <algorithm>
#include <optional>

#include "erlang/judge/call_pattern.h"
#include "erlang/judge/report_race.h"

namespace dh::erlang {
namespace {

struct Swap {
  uint32_t first = 0, second = 0;  // calls
  ConstantId table;
  bool is_gone = false;  // in between, not just empty
};

// A later call that brings the table, or its objects, back.
std::optional<Swap> swap_at(const JudgeContext& context, FunctionId f, uint32_t first) {
  const Core& core = context.races.core;
  const std::vector<Call>& calls = core.function(f).calls;
  bool gone = is_ets_call(context, calls[first], "delete") && calls[first].callee.arity == 1;
  if (!gone && !is_ets_call(context, calls[first], "delete_all_objects")) return std::nullopt;
  ConstantId table = table_of_call(context, f, calls[first]);
  if (!table.valid()) return std::nullopt;
  for (uint32_t i = first + 1; i < calls.size(); ++i) {
    auto arguments = core.function(f).operands_in(calls[i].arguments);
    bool made = is_ets_call(context, calls[i], "new") && table_of_call(context, f, calls[i]) == table;
    bool renamed = is_ets_call(context, calls[i], "rename") && only_atom(context, f, arguments[1]) == table;
    bool filled = is_ets_call(context, calls[i], "insert") && table_of_call(context, f, calls[i]) == table;
    if ((gone ? made || renamed : filled) && clauses_of_calls(context, f).can_follow(first, i))
      return Swap{first, i, table, gone};
  }
  return std::nullopt;
}

}  // namespace

std::vector<Finding> find_table_swaps(const JudgeContext& context, const FactorSet<FactorId>& factors) {
  const Core& core = context.races.core;
  TableUses readers = find_uses(context, is_table_read);
  std::vector<Finding> findings;
  for (uint32_t i = 0; i < core.function_count(); ++i) {
    FunctionId f(i);
    const std::vector<Call>& calls = core.function(f).calls;
    for (uint32_t c = 0; c < calls.size(); ++c) {
      std::optional<Swap> swap = swap_at(context, f, c);
      if (!swap || !runs_later(context, f)) continue;
      const std::vector<Site>& users = readers[swap->table];
      auto user = std::find_if(users.begin(), users.end(), [&](Site u) {
        bool handled = swap->is_gone && core.function(u.function).calls[u.call].handles_error;
        return u.function != f && !handled && runs_elsewhere(context, u.function, f);
      });
      if (user == users.end()) continue;
      std::string name = core.shown_constant(swap->table, f);
      Site first{f, swap->first}, second{f, swap->second};
      std::string removes = operation_name(context.races, first),
                  fills = operation_name(context.races, second);
      std::string reader = core.name_of(user->function);
      std::string what = swap->is_gone ? fmt::format("{} finds no table in between and fails", reader)
                                       : fmt::format("{} finds nothing in between", reader);
      findings.push_back(
          pattern_finding(context, factors,
                          {Rule::erlang_ets,
                           swap->is_gone ? FactorId::start_table_swap : FactorId::start_table_refill,
                           swap->is_gone ? Level::error : Level::warning,
                           first,
                           second,
                           AccessKind::write,
                           AccessKind::write,
                           "ets table",
                           name,
                           fmt::format("{} {} ets table {} before {} {} it again: {}", removes,
                                       swap->is_gone ? "deletes" : "empties", name, fills,
                                       swap->is_gone ? "creates" : "fills", what),
                           "fill a new table and publish it in one step (its id in persistent_term:put/2), "
                           "or insert the new objects first "
                           "and delete only those that are gone",
                           {fmt::format("process 1: {} of {}", removes, name),
                            fmt::format("process 2: {}", what), fmt::format("process 1: {}", fills)}}));
    }
  }
  return findings;
}

}  // namespace dh::erlang
