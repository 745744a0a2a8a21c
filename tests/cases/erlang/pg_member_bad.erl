%% Two processes both find the group empty, and both add a member.
-module(pg_member_bad).
-export([ensure_worker/1, ensure_in/2]).

ensure_worker(Group) ->
    case pg:get_members(Group) of
        [] -> pg:join(Group, worker()); % expect: erlang-pg
        _ -> ok
    end.

ensure_in(Scope, Group) ->
    case pg:get_local_members(Scope, Group) of
        [] -> pg:join(Scope, Group, worker()); % expect: erlang-pg
        _ -> ok
    end.

worker() -> spawn(fun() -> receive stop -> ok end end).
