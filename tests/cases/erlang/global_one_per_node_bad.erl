%% A process that holds a local name: each node has one, and they share the global name.
-module(global_one_per_node_bad).
-export([claim/0]).

claim() ->
    case whereis(leader) =:= self() of
        true ->
            case global:whereis_name(leader) of  % access: read
                undefined -> global:register_name(leader, self());  % expect: erlang-global
                Pid -> Pid
            end;
        false -> ok
    end.
