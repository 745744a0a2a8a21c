// What processes other than those of a pair do to its key.
#pragma once

#include <functional>

#include "erlang/judge/context.h"

namespace dh::erlang {

using CountsWrite = std::function<bool(const LoggedWrite&)>;

// The kinds of writes among those that count. Stops at the first certain one.
OtherWrites other_writes(const JudgeContext& context, const Pair& pair, const CountsWrite& counts);
// The same for what all pairs about a key ask; `counts` must depend on the kind and the value only.
OtherWrites other_writes(const JudgeContext& context, const Pair& pair, OtherWritesKind kind, SymId value,
                         const CountsWrite& counts);

// The processes of the program that are seen to write the key of a pair.
SeenProcesses seen_writers(const JudgeContext& context, const Pair& pair);

// Of processes of another kind.
// Both processes make the table, under its name: a node has one of them only.
bool makes_same_table(const JudgeContext& context, const Pair& pair, const Roles::Process& process,
                      const LoggedWrite& other);
OtherWrites writes_of_other_processes(const JudgeContext& context, const Pair& pair,
                                      const Roles::Process& process);
// A write that changes something for the pair: to a process that only creates the key, removals and updates
// of what is not there do nothing.
bool can_interfere(const Pair& pair, const LoggedWrite& other);
// A key, or part of one, that a function returned which returns something new each time.
bool is_fresh(const JudgeContext& context, SymId key);
// Others count what the write removes: they lose what they have added since the read.
bool is_counted_by_others(const JudgeContext& context, const Pair& pair);
// Other code writes other values, which a late write of this one overwrites.
bool is_set_elsewhere(const JudgeContext& context, const Pair& pair);

// Who creates again what the write removes: removing does harm only then.
enum class Creators : uint8_t {
  others,          // or nobody, as far as is known
  starts,          // only processes that start
  awaited_starts,  // only processes that this one starts and waits for
};
Creators creators_of(const JudgeContext& context, const Pair& pair,
                     const std::optional<Roles::Process>& process);

// What a write of a constant that everybody writes can destroy.
enum class ConstantWrite : uint8_t {
  no,          // it is none, or others write other values
  over_count,  // what others have counted since
  flag,        // nothing: a flag has always a value
  repeated,    // nothing
};
ConstantWrite constant_write(const JudgeContext& context, const Pair& pair);

}  // namespace dh::erlang
