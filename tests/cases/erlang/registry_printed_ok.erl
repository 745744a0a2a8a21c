%% What was read is only printed: the register does not rely on it.
-module(registry_printed_ok).
-export([start/1]).

start(Pid) ->
    io:format("before: ~p~n", [whereis(printed)]),
    register(printed, Pid). % ok: erlang-registry
