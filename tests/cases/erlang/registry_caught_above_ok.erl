%% The try that takes badarg is around the only call of the function that registers.
-module(registry_caught_above_ok).
-export([start/1, start_all/1]).

start(Fun) ->
    try start_server(Fun)
    catch
        error:badarg -> {error, raced}
    end.

start_server(Fun) -> whereis(server) =:= undefined andalso register(server, spawn(Fun)). % ok: erlang-registry

start_all(Funs) ->
    try
        [start_one(Fun) || Fun <- Funs]
    catch
        error:badarg -> {error, raced}
    end.

start_one(Fun) ->
    Pid = spawn(Fun),
    name(worker, Pid),
    Pid.

name(Name, Pid) ->
    case whereis(Name) of
        undefined -> register(Name, Pid); % ok: erlang-registry
        _ -> exit(Pid, kill)
    end.
