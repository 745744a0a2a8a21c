%% One process that has the name starts several readers; another starts a reader each time it gets the name again.
-module(ets_started_again_bad).
-export([start/0, start_other/0]).

start() -> spawn(fun() -> init() end).

init() ->
    Table = ets:new(counts, [public]),
    register(several, self()),
    [spawn_link(fun() -> read(Table) end) || _ <- [1, 2]].

read(Table) ->
    receive
        {count, Key} ->
            [{_, N}] = ets:lookup(Table, Key), % access[one]: read
            ets:insert(Table, {Key, N + 1}), % expect[one]: erlang-ets "counts"
            read(Table)
    end.

start_other() -> spawn(fun() -> again(ets:new(sums, [public])) end).

again(Table) ->
    register(again, self()),
    spawn_link(fun() -> add(Table) end),
    unregister(again),
    again(Table).

add(Table) ->
    receive
        {add, Key} ->
            [{_, N}] = ets:lookup(Table, Key), % access[two]: read
            ets:insert(Table, {Key, N + 1}), % expect[two]: erlang-ets "sums"
            add(Table)
    end.
