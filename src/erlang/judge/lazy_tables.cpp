// `try ets:insert(cache, Object) catch error:badarg -> ets:new(cache, [named_table, public]), ...`: two
// processes that both fail create the table, and the second one fails for good.

#include "erlang/judge/call_pattern.h"
#include "erlang/judge/report_race.h"

namespace dh::erlang {
namespace {

bool asks_for_table(const JudgeContext& context, const Call& call) {
  return is_ets_call(context, call, "whereis") || is_ets_call(context, call, "info");
}

// The call before that uses the table inside try or catch; the number of calls where there is none.
uint32_t failing_use(const JudgeContext& context, FunctionId f, uint32_t creation, ConstantId table) {
  const Core& core = context.races.core;
  const std::vector<Call>& calls = core.function(f).calls;
  auto none = static_cast<uint32_t>(calls.size());
  uint32_t use = none;
  for (uint32_t i = 0; i < creation; ++i) {
    if (table_of_call(context, f, calls[i]) != table || is_ets_call(context, calls[i], "new") ||
        (is_ets_call(context, calls[i], "delete") && calls[i].callee.arity == 1))
      continue;
    if (asks_for_table(context, calls[i])) return none;  // a pair of its own
    if (calls[i].handles_error && use == none) use = i;
  }
  return use;
}

}  // namespace

std::vector<Finding> find_lazy_tables(const JudgeContext& context, const FactorSet<FactorId>& factors) {
  const Core& core = context.races.core;
  std::vector<Finding> findings;
  for (const TableInfo& table : context.races.tables.all()) {
    FunctionId f = table.maker;
    if (!table.named || !table.name.valid() || table.call->handles_error) continue;
    if (!runs_later(context, f) || is_one_process(context, f)) continue;
    const std::vector<Call>& calls = core.function(f).calls;
    auto creation = static_cast<uint32_t>(table.call - calls.data());
    if (creation >= calls.size()) continue;
    uint32_t use = failing_use(context, f, creation, table.name);
    if (use == calls.size()) continue;
    Site made{f, creation}, used{f, use};
    std::string name = core.shown_constant(table.name, f);
    std::string creates = operation_name(context.races, made), uses = operation_name(context.races, used);
    findings.push_back(pattern_finding(
        context, factors,
        {Rule::erlang_ets,
         FactorId::start_lazy_table,
         Level::warning,
         made,
         used,
         AccessKind::write,
         AccessKind::read,
         "ets table name",
         name,
         fmt::format(
             "{} creates ets table {} after {} has failed, but another process can create it in between: "
             "the call may fail",
             creates, name, uses),
         "create the table once, before its users start (in the supervisor or in the server's init/1), or "
         "handle the "
         "badarg of ets:new/2",
         {fmt::format("process 1: {} fails, because there is no table {}", uses, name),
          fmt::format("process 2: {} fails, too", uses), fmt::format("process 2: {}", creates),
          fmt::format("process 1: {} fails with badarg", creates)}}));
  }
  return findings;
}

}  // namespace dh::erlang
