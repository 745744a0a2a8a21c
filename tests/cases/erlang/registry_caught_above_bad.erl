%% The try above takes something else, or one of the callers has none.
-module(registry_caught_above_bad).
-export([start/1, run/1, restart/1]).

start(Fun) ->
    try start_server(Fun)
    catch
        throw:Reason -> {error, Reason};
        error:undef -> {error, undef}
    end.

start_server(Fun) ->
    whereis(server) =:= undefined andalso register(server, spawn(Fun)). % expect: erlang-registry "decides a later change"

run(Fun) ->
    try run_worker(Fun)
    catch
        error:badarg -> {error, raced}
    end.

restart(Fun) -> run_worker(Fun).

run_worker(Fun) ->
    case whereis(worker) of
        undefined -> register(worker, spawn(Fun)); % expect: erlang-registry
        _ -> ok
    end.
