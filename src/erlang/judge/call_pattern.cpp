#include "erlang/judge/call_pattern.h"

#include <algorithm>
#include <span>

#include "erlang/core/spelling.h"
#include "erlang/judge/report_race.h"

namespace dh::erlang {

bool is_ets_call(const JudgeContext& context, const Call& call, std::string_view name) {
  // By number first: all calls of the program are asked.
  return call.kind == CallKind::named && call.callee.module == context.races.model.delete_table.module &&
         context.races.core.text(call.callee.name) == name;
}

namespace {

bool is_one_of_ets(const JudgeContext& context, const Call& call, std::span<const std::string_view> names) {
  return std::any_of(names.begin(), names.end(),
                     [&](std::string_view name) { return is_ets_call(context, call, name); });
}

}  // namespace

bool is_table_read(const JudgeContext& context, const Call& call) {
  constexpr std::string_view kReads[] = {"lookup", "lookup_element", "member",
                                         "match",  "match_object",   "select"};
  return is_one_of_ets(context, call, kReads);
}

bool is_table_write(const JudgeContext& context, const Call& call) {
  constexpr std::string_view kWrites[] = {"insert", "insert_new", "update_element", "update_counter", "take"};
  bool one = is_ets_call(context, call, "delete") && call.callee.arity == 2;
  return one || is_one_of_ets(context, call, kWrites);
}

ConstantId only_atom(const JudgeContext& context, FunctionId f, ValueId v) {
  const ValueSet& set = context.races.values.of(f, v);
  if (set.unknown || set.objects.size() != 1 || set.objects[0].kind != ObjectKind::constant) return {};
  ConstantId id(set.objects[0].index);
  return context.races.core.constant(id).kind == ConstantKind::atom ? id : ConstantId();
}

ConstantId table_of_call(const JudgeContext& context, FunctionId f, const Call& call) {
  const Core& core = context.races.core;
  auto arguments = core.function(f).operands_in(call.arguments);
  bool ets = call.kind == CallKind::named && call.callee.module == context.races.model.delete_table.module;
  if (!ets || arguments.empty()) return {};
  return only_atom(context, f, arguments[0]);
}

TableUses find_uses(const JudgeContext& context, bool (*wanted)(const JudgeContext&, const Call&)) {
  const Core& core = context.races.core;
  TableUses uses;
  for (uint32_t i = 0; i < core.function_count(); ++i) {
    FunctionId f(i);
    const std::vector<Call>& calls = core.function(f).calls;
    for (uint32_t c = 0; c < calls.size(); ++c) {
      if (!wanted(context, calls[c])) continue;
      ConstantId table = table_of_call(context, f, calls[c]);
      if (table.valid()) uses[table].push_back({f, c});
    }
  }
  return uses;
}

bool runs_later(const JudgeContext& context, FunctionId f) {
  return !context.races.core.function(f).silenced && !context.roles.of(f).empty() &&
         !context.roles.only_at_start(f) && !context.roles.is_test_code(f);
}

bool is_one_process(const JudgeContext& context, FunctionId f) {
  auto process = context.roles.process_of(f);
  return process && process->only_one();
}

bool runs_elsewhere(const JudgeContext& context, FunctionId other, FunctionId f) {
  if (!runs_later(context, other)) return false;
  auto process = context.roles.process_of(f);
  return !(process && process->only_one() && context.roles.process_of(other) == process);
}

Finding pattern_finding(const JudgeContext& context, const FactorSet<FactorId>& factors,
                        const CallPattern& pattern) {
  const Core& core = context.races.core;
  auto access = [&](Site site, AccessKind kind) {
    const Call& call = core.function(site.function).calls[site.call];
    Access a;
    a.kind = kind;
    a.place = core.module_of(site.function).place(call.place);
    a.description = "calls " + operation_name(context.races, site);
    a.symbol = core.name_of(site.function);
    const std::vector<Role>& runs = context.roles.of(site.function);
    a.thread = runs.size() == 1 ? context.roles.text(core, runs[0]) : "any process";
    a.stack.push_back({a.symbol, a.place, {}});
    return a;
  };
  Finding f;
  f.rule = pattern.rule;
  f.accesses = {access(pattern.reported, pattern.kind), access(pattern.other, pattern.other_kind)};
  f.place = f.accesses[0].place;
  f.shared = {pattern.thing, pattern.name};
  f.message = pattern.message;
  f.witness = Witness{"Another process runs in between.", {}, pattern.steps};
  f.hint = spell_sentence(core.module_of(pattern.reported.function).language, pattern.hint);
  f.confidence = Confidence(factors[pattern.start]);
  f.max_level = pattern.max_level;
  return f;
}

}  // namespace dh::erlang
