%% The loop of the process that has the name starts another reader whenever it is told to.
-module(ets_started_under_name_bad).
-export([start/0]).

start() -> spawn(fun() -> init() end).

init() ->
    Table = ets:new(counts, [public]),
    register(?MODULE, self()),
    loop(Table).

loop(Table) ->
    receive
        more -> start_reader(Table), loop(Table);
        stop -> ok
    end.

start_reader(Table) -> spawn_link(fun() -> read(Table) end).

read(Table) ->
    receive
        {count, Key} ->
            case ets:lookup(Table, Key) of % access: read
                [{_, N}] -> ets:insert(Table, {Key, N + 1}); % expect: erlang-ets "counts"
                [] -> ets:insert(Table, {Key, 1}) % expect: erlang-ets "counts"
            end,
            read(Table)
    end.
