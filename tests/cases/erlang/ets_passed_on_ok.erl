%% The same helpers, where what is handed on goes under another key, or may have been taken by no clause before.
-module(ets_passed_on_ok).
-export([init/0, set/1, copy/1]).

-record(item, {id, n = 0, name}).

init() -> ets:new(items, [named_table, public, {keypos, #item.id}]).

set(K) ->
    case copied(K) of
        {ok, S} -> ets:insert(items, S);
        E -> E
    end.

copied(K) ->
    case find(K) of
        {ok, S} -> {ok, S#item{id = {copy, K}}};
        E -> E
    end.

find(K) ->
    case ets:lookup(items, K) of
        [S] -> {ok, S};
        [] -> error
    end.

%% What is found is never what the last clause of missing/1 gives.
copy(K) ->
    case missing(K) of
        {ok, S} -> ets:insert(items, S);
        _ -> none
    end.

missing(K) ->
    case find(K) of
        {ok, _} -> {ok, #item{id = {made, K}}};
        E -> E
    end.
