%% What was read is only printed: ranked down to where it is shown on request only, with the reason.
%% args: --min-confidence 0
-module(registry_printed_note).
-export([start/1]).

start(Pid) ->
    io:format("before: ~p~n", [whereis(printed)]), % access: read
    register(printed, Pid). % expect: erlang-registry note confidence<25 "erlang-unused-read"
