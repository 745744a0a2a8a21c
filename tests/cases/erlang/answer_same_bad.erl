%% The twin of answer_same_ok: lists:map/2 gives what it was given.
-module(answer_same_bad).
-export([start/0, show/0]).

start() -> ets:new(items, [named_table, public]).

show() ->
    Answer = print(ets:lookup(items, size)),  % access: read
    ets:insert(items, {size, Answer}).  % expect: erlang-ets error

print(Items) -> lists:map(fun({_, Item}) -> Item + 1 end, Items).
