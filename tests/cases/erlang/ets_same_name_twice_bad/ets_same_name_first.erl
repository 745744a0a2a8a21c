%% Two modules create a table of one name: there is one of them at a time, by its name and by what ets:new/2 gave.
-module(ets_same_name_first).
-export([start/0]).

start() ->
    Name = ets_same_name_twice,
    Table = ets:new(Name, [named_table, public]),
    bump(Table, Name).

bump(Table, Name) ->
    [{_, N}] = ets:lookup(Name, counter), % access: read
    ets:insert(Table, {counter, N + 1}). % expect: erlang-ets confidence>=70
