%% One helper, however it is started: only one of two clauses is taken.
-module(ets_workers_ok).
-export([start/1]).

start(Mode) ->
    ets:new(counts, [named_table, public]),
    case Mode of
        linked -> spawn_link(fun count/0);
        alone -> spawn(fun count/0)
    end.

count() ->
    receive
        {count, Key} ->
            [{_, N}] = ets:lookup(counts, Key),
            ets:insert(counts, {Key, N + 1}),
            count()
    end.
