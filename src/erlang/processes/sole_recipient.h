// Tables that are made for one process: it is started with the table, and no other process gets it.
#pragma once

#include "erlang/processes/roles.h"
#include "erlang/values/tables.h"

namespace dh::erlang {

// The call of its maker by which a table is given to the one process that is started with it; nothing where
// there is no such process, where there may be several, or where others may get the table.
std::optional<uint32_t> call_to_sole_recipient(const Core& core, const Values& values, const CallGraph& graph,
                                               const TableInfo& table);

}  // namespace dh::erlang
