%% Only the functions that the attribute names are silenced.
-module(ignored_functions_bad).
-export([start/0, count/1, count/2]).
-deadheat({ignore, [count/1]}).

start() -> ets:new(counts, [named_table, public]).

count(Key) ->
    [{_, N}] = ets:lookup(counts, Key),
    ets:insert(counts, {Key, N + 1}).

count(Key, By) ->
    [{_, N}] = ets:lookup(counts, Key), % access: read
    ets:insert(counts, {Key, N + By}). % expect: erlang-ets error
