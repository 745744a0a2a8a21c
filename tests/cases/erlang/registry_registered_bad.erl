%% The list of all names, searched for one.
-module(registry_registered_bad).
-export([start/1]).

start(Pid) ->
    case lists:member(logger_proc, registered()) of % access: read
        false -> register(logger_proc, Pid); % expect: erlang-registry
        true -> ok
    end.
