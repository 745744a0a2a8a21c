%% Processes that are started get the table in the list of their arguments.
-module(ets_spawned_list_bad).
-export([start/0, add/1, node/1, later/0, once/1, linked/1, linked_add/1]).

start() ->
    Table = ets:new(sums, [public]),
    spawn(?MODULE, add, [Table]),
    spawn(?MODULE, add, [Table]),
    ok.

add(Table) ->
    [{_, Sum}] = ets:lookup(Table, sum), % access[a]: read
    ets:insert(Table, {sum, Sum + 1}). % expect[a]: erlang-ets

node(Node) ->
    Table = ets:new(sums, [public]),
    Arguments = [Table],
    [rpc:async_call(Node, ?MODULE, once, Arguments) || _ <- [1, 2]],
    ok.

once(Table) ->
    case ets:member(Table, seen) of % access[o]: read
        true -> ok;
        false -> ets:insert(Table, {seen, self()}) % expect[o]: erlang-ets
    end.

later() ->
    Table = ets:new(sums, [public]),
    timer:apply_interval(1000, ?MODULE, linked, [Table]).

linked(Table) -> proc_lib:start_link(?MODULE, linked_add, [[{table, Table}]]).

linked_add([{table, Table}]) ->
    [{_, Sum}] = ets:lookup(Table, sum), % access[l]: read
    ets:insert(Table, {sum, Sum + 1}). % expect[l]: erlang-ets
