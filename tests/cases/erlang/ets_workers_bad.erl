%% A pool: each element of a list, and each of two calls in a row, starts a process of its own.
-module(ets_workers_bad).
-export([start_many/1, start_two/0]).

start_many(Workers) ->
    register(pool, self()),
    ets:new(counts, [named_table, public]),
    [spawn_link(fun count/0) || _ <- Workers].

count() ->
    receive
        {count, Key} ->
            [{_, N}] = ets:lookup(counts, Key),
            ets:insert(counts, {Key, N + 1}), % expect: erlang-ets confidence>=50 "counts"
            count()
    end.

start_two() ->
    ets:new(totals, [named_table, public]),
    spawn_link(fun add/0),
    spawn_link(fun add/0).

add() ->
    receive
        {add, Key, Amount} ->
            [{_, Sum}] = ets:lookup(totals, Key),
            ets:insert(totals, {Key, Sum + Amount}), % expect: erlang-ets confidence>=50 "totals"
            add()
    end.
