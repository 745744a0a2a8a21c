// Which process runs what a pair or another write is about, and when.
#pragma once

#include "erlang/judge/context.h"

namespace dh::erlang {

// It runs while the process is started that runs it.
bool at_start(const JudgeContext& context, const LoggedWrite& write);
bool at_start(const JudgeContext& context, const Pair& pair);

// The process that runs it, if it is one.
std::optional<Roles::Process> process_of(const JudgeContext& context, const Pair& pair);
std::optional<Roles::Process> process_of(const JudgeContext& context, const LoggedWrite& write);

// Processes run it that such a process starts and waits for.
bool awaited_by(const JudgeContext& context, const LoggedWrite& write, const Roles::Process& process);

}  // namespace dh::erlang
