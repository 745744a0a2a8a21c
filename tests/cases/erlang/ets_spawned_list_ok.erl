%% The table is in a list of arguments, but of a call; who is started gets something else.
-module(ets_spawned_list_ok).
-export([start/0, add/1, report/1]).

start() ->
    Table = ets:new(sums, [public]),
    ets:insert(Table, {sum, 0}),
    apply(?MODULE, add, [Table]),
    lists:foreach(fun(T) -> add(T) end, [Table]),
    spawn(?MODULE, report, [ets:lookup(Table, sum)]),
    ok.

add(Table) ->
    [{_, Sum}] = ets:lookup(Table, sum),
    ets:insert(Table, {sum, Sum + 1}). % ok: erlang-ets

report(Sum) -> io:format("~p~n", [Sum]).
