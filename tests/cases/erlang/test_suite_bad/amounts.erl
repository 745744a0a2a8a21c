%% What only tests call here is there for others.
-module(amounts).
-export([make/0, add/1]).

make() -> ets:new(amounts, [named_table, public]).

add(Key) ->
    [{_, N}] = ets:lookup(amounts, Key), % access: read
    ets:insert(amounts, {Key, N + 1}). % expect: erlang-ets confidence>=50
