%% The read and the write are about the same key only if it is an integer.
-module(ets_by_type_bad).
-export([init/0, count/1]).

init() -> ets:new(hits, [named_table, public]).

count(Key) ->
    case find(Key) of
        [] -> ets:insert(hits, {Key, 1});  % expect[a]: erlang-ets
        [{_, N}] -> ets:insert(hits, {Key, N + 1})  % expect[b]: erlang-ets
    end.

find(Key) when is_integer(Key) -> ets:lookup(hits, Key);  % access[a]: read; access[b]: read
find(_) -> [].
