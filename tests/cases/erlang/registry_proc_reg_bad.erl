%% Asks whether a name is free and then takes it: another process may take it in between.
-module(registry_proc_reg_bad).
-export([proc_reg/1]).

proc_reg(Name) ->
    case whereis(Name) of % access: read
        undefined ->
            Pid = spawn(fun idle/0),
            register(Name, Pid); % expect: erlang-registry "registered name"
        Pid ->
            Pid
    end.

idle() ->
    receive stop -> ok end.
