%% lists:foreach/2 and ets:insert/2 answer the same whatever they are given: what follows depends on nothing.
-module(answer_same_ok).
-export([start/0, show/0, store/2]).

start() -> ets:new(items, [named_table, public]).

show() ->
    Answer = print(ets:lookup(items, size)),
    ets:insert(items, {size, Answer}).  % ok: erlang-ets

print(Items) -> lists:foreach(fun(Item) -> io:fwrite("~p~n", [Item]) end, Items).

store(Key, Value) ->
    true = ets:insert(items, {Key, ets:lookup(items, count)}),
    ets:insert(items, {count, Value}).
