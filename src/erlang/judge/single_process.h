// Whether one process alone does what a pair is about, and why that is not quite certain.
#pragma once

#include "erlang/judge/context.h"

namespace dh::erlang {

// The one process that runs a pair, where other nodes have none of their own.
struct Runner {
  std::optional<Roles::Process> process;
  bool on_each_node = true;  // nodes that share the state each have such a process
};
Runner runner_of(const JudgeContext& context, const Pair& pair);

// A process that runs a pair by itself, as far as is known.
struct SingleProcess {
  bool is_single = false;
  OtherWrites others;  // of processes of another kind
  std::string doubts;  // why there may be more than one; empty: there are not
};
SingleProcess single_process(const JudgeContext& context, const Pair& pair, const Runner& runner);

// What processes write that do not hold the name that this one holds. Nothing where no name is held.
std::optional<OtherWrites> writes_without_name(const JudgeContext& context, const Pair& pair,
                                               const Runner& runner);

// The key is a part of the state of a server, and the start of the next server writes nothing under that key.
bool has_key_of_server(const JudgeContext& context, const Pair& pair);
// Likewise, as far as the callers of the code are seen, and no other writer has the key from elsewhere.
bool has_key_of_seen_servers(const JudgeContext& context, const Pair& pair);

// "; only another form of f/1, which has no callers here, makes it any process"; empty without such a form.
std::string other_form_doubt(const JudgeContext& context, FunctionId function);

// No other process does what the pair does: an interfering one does something else.
bool is_done_by_one_process(const JudgeContext& context, const Pair& pair);

}  // namespace dh::erlang
