%% What is gathered goes under other keys, or to another table.
-module(ets_gathered_objects_ok).
-export([init/0, copy/1, move/1, mark/1]).

init() ->
    ets:new(u, [named_table, public]),
    ets:new(v, [named_table, public]).

copy(Ids) ->
    Rows = lists:flatmap(fun(I) -> ets:lookup(u, I) end, Ids),
    [ets:insert(u, {{copy, I}, V}) || {I, V} <- Rows].

move(Ids) ->
    Rows = lists:append([ets:lookup(u, I) || I <- Ids]),
    [ets:insert(v, {I, V}) || {I, V} <- Rows].

%% Each is written before the next one is looked at.
mark(Ids) ->
    lists:foreach(fun(I) ->
                          ets:insert(v, {I, seen}),
                          ets:lookup(v, I)
                  end, Ids).
