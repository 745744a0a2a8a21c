%% The table comes from the start of the process, or from a message.
-module(ets_table_of_each_note).
-export([start/0, loop/1]).

start() ->
    Table = ets:new(own, [public]),
    spawn(?MODULE, loop, [Table]).

loop(Table) ->
    receive
        {use, Other} -> loop(Other);
        {count, Key} ->
            case ets:lookup(Table, Key) of  % access[a]: read; access[b]: read
                [] -> ets:insert(Table, {Key, 1});  % expect[a]: erlang-ets
                [{_, N}] -> ets:insert(Table, {Key, N + 1})  % expect[b]: erlang-ets
            end,
            loop(Table)
    end.
