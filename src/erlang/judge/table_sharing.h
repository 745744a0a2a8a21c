// Which table a pair is about, and which processes can access it.
#pragma once

#include "erlang/judge/context.h"

namespace dh::erlang {

// Whether two tables, in terms that hold everywhere, can be the same.
bool same_table(const JudgeContext& context, uint32_t state, SymId a, SymId b);

enum class TableSharing : uint8_t {
  owner_only,  // or it lives as long as a call
  shared,
  shared_bag,      // where an insert overwrites nothing
  some_protected,  // it may also be one that only its owner writes to
  likely_shared,   // it is not known, but all tables that the module creates are shared
  unknown,
  of_each,  // each process is given its own when it starts
};
TableSharing table_sharing(const JudgeContext& context, const Pair& pair);

// The module around fixes tables: the caller of a traversal often does it.
bool fixes_table(const JudgeContext& context, const Pair& pair);
// The program writes objects of the table and deletes none.
bool is_only_filled(const JudgeContext& context, const Pair& pair);
// Each process of that kind creates a table of its own.
bool has_own_table(const JudgeContext& context, const Pair& pair, const Roles::Process& process);
// One of the objects that were found in the whole table is removed, and used afterwards.
bool takes_one_of_many(const JudgeContext& context, const Pair& pair);

}  // namespace dh::erlang
