// Starts of servers in Elixir have the name of the server in a keyword list: GenServer.start_link(Module,
// Args, name: Name). They become the calls of Erlang's libraries that they make.
#pragma once

#include "erlang/core/core.h"

namespace dh::erlang {

void use_erlang_starts(CoreModule& module, SharedInterner& names);

}  // namespace dh::erlang
