%% register_name checks and registers in one step.
-module(global_ok).
-export([take/1, locked/1]).

take(Pid) ->
    case global:whereis_name(leader) of
        undefined -> global:register_name(leader, Pid); % ok: erlang-global
        _ -> no
    end.

locked(Pid) ->
    global:trans({leader, self()}, fun() ->
        case global:whereis_name(leader) of
            undefined -> global:re_register_name(leader, Pid);
            _ -> no
        end
    end).
