%% The callee writes the datum on each of its ways: what follows it writes its own again.
-module(ets_may_write_ok).
-export([new/0, reset/1]).

new() -> ets:new(sums, [public, named_table]).

reset(Sum) ->
    N = length(ets:lookup(sums, sum)),
    set(Sum),
    ets:insert(sums, {sum, Sum + N}). % ok: erlang-ets

set(0) -> ets:insert(sums, {sum, 0});
set(Sum) -> ets:insert(sums, {sum, Sum}).
