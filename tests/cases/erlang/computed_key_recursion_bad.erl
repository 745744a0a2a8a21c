%% The key is computed anew in each round of a recursion.
-module(computed_key_recursion_bad).
-export([start/0, fill/2, load/1]).

start() -> ets:new(slots, [named_table, public]).

fill(_, 0) ->
    ok;
fill(Pool, N) ->
    case ets:lookup(slots, {Pool, N - 1}) of % access[fill]: read
        [{_, Users}] -> ets:insert(slots, {{Pool, N - 1}, Users + 1}); % expect[fill]: erlang-ets "key {Pool, N - 1}"
        [] -> ok
    end,
    fill(Pool, N - 1).

load(Name) ->
    case ets:lookup(slots, Name) of % access[load]: read
        [{_, Used}] ->
            Used;
        [] ->
            Used = load(Name ++ ".old"),
            ets:insert(slots, {Name ++ ".old", Used + 1}), % expect[load]: erlang-ets "key Name ++"
            Used
    end.
