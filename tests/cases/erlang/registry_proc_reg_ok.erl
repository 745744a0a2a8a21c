%% The same, repaired: the register is tried, and losing the race is an answer.
-module(registry_proc_reg_ok).
-export([proc_reg/1]).

proc_reg(Name) ->
    case whereis(Name) of
        undefined ->
            Pid = spawn(fun idle/0),
            try register(Name, Pid) of % ok: erlang-registry
                true -> Pid
            catch
                error:badarg ->
                    exit(Pid, kill),
                    whereis(Name)
            end;
        Pid ->
            Pid
    end.

idle() ->
    receive stop -> ok end.
