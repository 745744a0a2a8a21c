%% register_name checks and registers in one step, and its answer is looked at.
-module(global_ok).
-export([take/1, locked/1]).

take(Pid) ->
    case global:whereis_name(leader) of
        undefined ->
            case global:register_name(leader, Pid) of % ok: erlang-global
                yes -> Pid;
                no -> global:whereis_name(leader)
            end;
        Other -> Other
    end.

%% Nobody registers it but under the lock.
locked(Pid) ->
    global:trans({owner, self()}, fun() ->
        case global:whereis_name(owner) of
            undefined -> global:re_register_name(owner, Pid);
            _ -> no
        end
    end).
