%% None of the keys in the list is the one that was read.
-module(ets_written_list_ok).
-export([init/0, each/1, all/1]).

init() -> ets:new(counts, [named_table, public]).

each(K) ->
    [{_, V}] = ets:lookup(counts, K),
    lists:foreach(fun(Q) -> ets:insert(counts, {Q, V + 1}) end, [{copy, K}]).

all(K) ->
    [{_, V}] = ets:lookup(counts, {total, K}),
    [ets:insert(counts, {Q, V + 1}) || Q <- [{copy, K}, {log, K}]].
