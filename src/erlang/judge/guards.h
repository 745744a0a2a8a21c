// What excludes other processes: locks around a fun, transactions, claims.
#pragma once

#include "erlang/judge/context.h"

namespace dh::erlang {

// What the locks around a pair leave of the writes of others.
struct LockedOut {
  bool is_locked = false;  // else nothing is held
  bool by_lock = false;    // and not only by functions that run one at a time
  OtherWrites others;      // that do not hold it
};
LockedOut locked_out(const JudgeContext& context, const Pair& pair);
// All that the process holds from the read to the write.
Guards guards_of(const JudgeContext& context, const Pair& pair);

// The process that gets there has claimed the key, as all that write it have; others may still remove it.
bool is_claimed(const JudgeContext& context, const Pair& pair);

}  // namespace dh::erlang
