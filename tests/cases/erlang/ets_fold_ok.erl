%% The fold writes to another table, counts in one step, or only looks.
-module(ets_fold_ok).
-export([new/0, copy/0, count/0, keys/0]).

new() ->
    ets:new(sums, [public, named_table]),
    ets:new(copies, [public, named_table]).

copy() ->
    ets:foldl(fun({Key, Sum}, N) -> ets:insert(copies, {Key, Sum}), N + 1 end, 0, sums). % ok: erlang-ets

count() -> ets:foldl(fun({Key, _}, N) -> N + ets:update_counter(sums, Key, 1) end, 0, sums).

keys() -> ets:foldl(fun({Key, _}, Keys) -> [Key | Keys] end, [], sums).
