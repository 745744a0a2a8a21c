%% A table that is replaced in two steps, while others read it.
-module(table_swap_bad).
-export([start/0, reload/1, refill/1, rename/1, get/1, find/1]).

start() ->
    ets:new(settings, [named_table, public]),
    ets:new(routes, [named_table, public]).

reload(Settings) ->
    ets:delete(settings), % expect[reload]: erlang-ets error "finds no table in between" confidence>=65
    ets:new(settings, [named_table, public]), % access[reload]: write
    ets:insert(settings, Settings).

rename(Settings) ->
    New = ets:new(next, [public]),
    ets:insert(New, Settings),
    ets:delete(settings), % expect[rename]: erlang-ets error "erlang-start-table-swap"
    ets:rename(New, settings). % access[rename]: write

refill(Routes) ->
    ets:delete_all_objects(routes), % expect[refill]: erlang-ets warning "erlang-start-table-refill"
    ets:insert(routes, Routes). % access[refill]: write

get(Key) -> ets:lookup_element(settings, Key, 2).

find(Route) -> ets:lookup(routes, Route).
