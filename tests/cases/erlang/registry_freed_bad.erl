%% Who finds nothing relies on the name being free: another process can take it before register/2.
-module(registry_freed_bad).
-export([take/1, replace/1, restart/1, option/1, table/0, by_id/0]).

take(Fun) ->
    case whereis(taken) of % access[a]: read; access[b]: read
        undefined -> ok;
        _ -> unregister(taken) % expect[a]: erlang-registry
    end,
    register(taken, spawn(Fun)). % expect[b]: erlang-registry

replace(Fun) ->
    case whereis(replaced) of % access[c]: read
        undefined ->
            ok;
        Pid ->
            Ref = monitor(process, Pid),
            exit(Pid, kill),
            receive {'DOWN', Ref, process, Pid, _} -> ok end
    end,
    register(replaced, spawn(Fun)). % expect[c]: erlang-registry

%% By callees, one of which is told whom to stop.
restart(Fun) ->
    clear(restarted),
    register(restarted, spawn(Fun)). % expect[d]: erlang-registry

clear(Name) ->
    case whereis(Name) of % access[d]: read
        undefined -> ok;
        Pid -> stop(Pid)
    end.

stop(Pid) ->
    Pid ! stop,
    timer:sleep(100).

option(Fun) ->
    Pid = whereis(optional), % access[e]: read
    is_pid(Pid) andalso gen_server:stop(Pid),
    register(optional, spawn(Fun)). % expect[e]: erlang-registry

table() ->
    case ets:info(table) of % access[f]: read
        undefined -> ok;
        _ -> ets:delete(table)
    end,
    ets:new(table, [named_table, public]). % expect[f]: erlang-ets

by_id() ->
    case ets:whereis(by_id) of % access[g]: read
        undefined -> ok;
        Table -> ets:delete(Table)
    end,
    ets:new(by_id, [named_table, public]). % expect[g]: erlang-ets
