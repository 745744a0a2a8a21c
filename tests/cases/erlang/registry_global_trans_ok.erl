%% Check and act under one global lock.
-module(registry_global_trans_ok).
-export([start/1]).

start(Name) ->
    global:trans({Name, self()}, fun() ->
        case whereis(Name) of
            undefined -> register(Name, self()); % ok: erlang-registry
            Pid -> Pid
        end
    end).
