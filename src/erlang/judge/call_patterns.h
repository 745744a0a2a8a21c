// Races that are not a read and a later write of one location, found by the calls of a function: a table that
// is created after its use has failed, a table that is replaced in two steps, a direct access to a table
// whose server has not handled a cast yet, an object that a server writes back from its state, a message of a
// timer or monitor that was stopped.
#pragma once

#include "erlang/judge/context.h"
#include "erlang/judge/factors.h"
#include "findings/finding.h"

namespace dh::erlang {

// Functions that only run at start, in tests, or by nobody are left out.
std::vector<Finding> find_lazy_tables(const JudgeContext& context, const FactorSet<FactorId>& factors);
std::vector<Finding> find_table_swaps(const JudgeContext& context, const FactorSet<FactorId>& factors);
std::vector<Finding> find_casts(const JudgeContext& context, const FactorSet<FactorId>& factors);
std::vector<Finding> find_kept_objects(const JudgeContext& context, const FactorSet<FactorId>& factors);
std::vector<Finding> find_stale_messages(const JudgeContext& context, const FactorSet<FactorId>& factors);

}  // namespace dh::erlang
