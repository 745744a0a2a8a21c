%% It looks like a cache, but each process starts a worker of its own, and another one counts.
-module(ets_cache_fill_bad).
-export([start/0, worker/1, count/1, add/1]).

start() ->
    ets:new(workers, [named_table, public]),
    ets:new(counts, [named_table, public]).

worker(Name) ->
    case ets:lookup(workers, Name) of % access[worker]: read
        [{_, Pid}] -> Pid;
        [] ->
            Pid = start_worker(Name),
            ets:insert(workers, {Name, Pid}), % expect[worker]: erlang-ets warning confidence>=70
            Pid
    end.

start_worker(Name) -> spawn(fun() -> receive Name -> ok end end).

count(Key) ->
    case ets:lookup(counts, Key) of % access[count]: read
        [] -> ets:insert(counts, {Key, 1}); % expect[count]: erlang-ets warning confidence>=70
        [_] -> ok
    end.

add(Key) ->
    [{_, N}] = ets:lookup(counts, Key), % access[add]: read
    ets:insert(counts, {Key, N + 1}). % expect[add]: erlang-ets error confidence>=80
