%% The same, repaired: the register is tried, and losing the race is an answer.
%% args: --min-confidence 0
-module(registry_proc_reg_ok).
-export([proc_reg/1]).

proc_reg(Name) ->
    case whereis(Name) of
        undefined ->
            Pid = spawn(fun idle/0),
            try register(Name, Pid) of % expect: erlang-registry confidence<25
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
