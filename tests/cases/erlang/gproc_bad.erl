%% A gproc name that is looked up and then taken.
-module(gproc_bad).
-export([start/1]).

start(Name) ->
    case gproc:where(Name) of  % access: read
        undefined -> gproc:reg(Name);  % expect: erlang-global
        Pid -> Pid
    end.
