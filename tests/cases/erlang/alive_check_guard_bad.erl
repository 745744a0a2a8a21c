%% Guards with alternatives that a name passes.
-module(alive_check_guard_bad).
-export([stop/1]).

stop(Name) when is_atom(Name) ->
    case whereis(Name) of % access: read
        undefined -> none;
        _ -> send(Name, stop) % expect: erlang-alive-check confidence>=50
    end.

send(To, Request) when is_pid(To) orelse is_atom(To) ->
    To ! Request,
    ok;
send(_, _) ->
    error(badarg).
