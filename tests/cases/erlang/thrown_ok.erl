%% What is thrown does not come from the table, or goes under another key.
-module(thrown_ok).
-export([init/0, copy/1, other/2]).

init() -> ets:new(thrown, [named_table, public]).

copy(K) ->
    V = try fetch(K) catch throw:{v, X} -> X end,
    ets:insert(thrown, {{copy, K}, V + 1}).

fetch(K) ->
    [{_, X}] = ets:lookup(thrown, K),
    throw({v, X}).

%% Who throws has looked before and gone on whatever it saw.
other(K, N) ->
    V = try checked(K, N) catch throw:{v, X} -> X end,
    ets:insert(thrown, {K, V + 1}).

checked(K, N) ->
    io:format("~p~n", [ets:lookup(thrown, K)]),
    throw({v, N}).
