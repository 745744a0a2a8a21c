// What the patterns of call_patterns.h share.
#pragma once

#include <map>
#include <string_view>

#include "erlang/judge/call_patterns.h"

namespace dh::erlang {

// A call of ets:Name.
bool is_ets_call(const JudgeContext& context, const Call& call, std::string_view name);
// Reads objects of a table, or asks for them.
bool is_table_read(const JudgeContext& context, const Call& call);
// Changes objects of a table.
bool is_table_write(const JudgeContext& context, const Call& call);
// The only atom that a value can be; invalid where there are others.
ConstantId only_atom(const JudgeContext& context, FunctionId f, ValueId v);
// The name of the table that a call of a function of ets is about.
ConstantId table_of_call(const JudgeContext& context, FunctionId f, const Call& call);
// Calls about a table of that name, in the order of the program.
using TableUses = std::map<ConstantId, std::vector<Site>>;
TableUses find_uses(const JudgeContext& context, bool (*wanted)(const JudgeContext&, const Call&));
// It runs while the program does, not only at start or in tests.
bool runs_later(const JudgeContext& context, FunctionId f);
bool is_one_process(const JudgeContext& context, FunctionId f);
// Some other process than the one of `f` runs `other`.
bool runs_elsewhere(const JudgeContext& context, FunctionId other, FunctionId f);
// Whether `test` is true of a value, or of one that it is made of.
template <typename Test>
bool any_part(const CoreFunction& f, ValueId v, Test&& test, int depth = 8) {
  if (!v.valid()) return false;
  if (test(v)) return true;
  if (depth == 0 || f.value(v).kind == ValueKind::call) return false;
  for (ValueId part : f.operands_of(f.value(v))) {
    if (any_part(f, part, test, depth - 1)) return true;
  }
  return false;
}

struct CallPattern {
  Rule rule;
  FactorId start;
  Level max_level;
  Site reported, other;  // the calls that make it; the first one is the place of the finding
  AccessKind kind, other_kind;
  std::string thing, name;  // what is shared
  std::string message, hint;
  std::vector<std::string> steps;
};
Finding pattern_finding(const JudgeContext& context, const FactorSet<FactorId>& factors,
                        const CallPattern& pattern);

}  // namespace dh::erlang
