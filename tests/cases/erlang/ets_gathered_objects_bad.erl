%% Objects are gathered in one pass and written in a second one.
-module(ets_gathered_objects_bad).
-export([init/0, flat/1, append/1, map/1, sorted/1, store/2]).

init() -> ets:new(u, [named_table, public]).

flat(Ids) ->
    Rows = lists:flatmap(fun(I) -> ets:lookup(u, I) end, Ids), % access[flat]: read
    [ets:insert(u, {I, V + 1}) || {I, V} <- Rows]. % expect[flat]: erlang-ets

append(Ids) ->
    Rows = lists:append([ets:lookup(u, I) || I <- Ids]), % access[append]: read
    [ets:insert(u, {I, V + 1}) || {I, V} <- Rows]. % expect[append]: erlang-ets

map(Ids) ->
    Rows = lists:map(fun(I) -> [R] = ets:lookup(u, I), R end, Ids), % access[map]: read
    lists:foreach(fun({I, V}) -> ets:insert(u, {I, V + 1}) end, Rows). % expect[map]: erlang-ets

sorted(Ids) ->
    Rows = lists:sort(lists:append([ets:lookup(u, I) || I <- Ids])), % access[sorted]: read
    [ets:insert(u, {I, V + 1}) || {I, V} <- Rows]. % expect[sorted]: erlang-ets

store(K, N) ->
    [{_, V}] = ets:lookup(u, K), % access[store]: read
    insert([{K, V + N}]).

insert(Rows) ->
    lists:foreach(fun(R) -> ets:insert(u, R) end, Rows). % expect[store]: erlang-ets "u, key K" confidence>=85
