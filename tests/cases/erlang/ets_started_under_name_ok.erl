%% The process that has taken the name starts the reader once: nobody else writes to the table.
-module(ets_started_under_name_ok).
-export([start/0]).

start() -> spawn(fun() -> init() end).

init() ->
    Table = ets:new(counts, [public]),
    register(?MODULE, self()),
    Reader = start_reader(Table),
    loop(Reader, Table).

start_reader(Table) -> spawn_link(fun() -> read(Table) end).

read(Table) ->
    receive
        {count, Key} ->
            case ets:lookup(Table, Key) of
                [{_, N}] -> ets:insert(Table, {Key, N + 1}); % ok: erlang-ets
                [] -> ets:insert(Table, {Key, 1}) % ok: erlang-ets
            end,
            read(Table)
    end.

loop(Reader, Table) ->
    receive
        {sum, From} -> From ! ets:tab2list(Table), loop(Reader, Table);
        stop -> Reader ! stop
    end.
