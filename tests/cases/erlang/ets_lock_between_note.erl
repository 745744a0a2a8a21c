%% Under a lock that is given back on each way.
-module(ets_lock_between_note).
-export([init/0, add/1]).

init() -> ets:new(sums, [named_table, public]).

add(K) ->
    Id = {K, self()},
    true = global:set_lock(Id),
    case ets:lookup(sums, K) of % access: read
        [] ->
            global:del_lock(Id),
            none;
        [{_, V}] ->
            ets:insert(sums, {K, V + 1}), % expect: erlang-ets note "erlang-between-lock-calls"
            global:del_lock(Id)
    end.
