%% The functions of transactions, run without one; and plain tuples for records.
-module(mnesia_async_dirty_bad).
-export([bump/1, tuples/1]).

bump(Key) ->
    mnesia:async_dirty(fun() -> increment(Key) end).

increment(Key) ->
    case mnesia:read({hits, Key}) of % access[a]: read
        [{hits, Key, N}] -> mnesia:write({hits, Key, N + 1}); % expect[a]: erlang-mnesia "hits, key Key"
        [] -> ok
    end.

tuples(Key) ->
    [{hits, Key, N}] = mnesia:dirty_read({hits, Key}), % access[b]: read
    mnesia:dirty_write({hits, Key, N + 1}). % expect[b]: erlang-mnesia
