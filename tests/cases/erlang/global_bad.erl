-module(global_bad).
-export([take/1]).

take(Pid) ->
    case global:whereis_name(leader) of % access: read
        undefined -> global:re_register_name(leader, Pid); % expect: erlang-global "leader"
        _ -> no
    end.
