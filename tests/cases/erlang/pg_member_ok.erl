%% Joins without a look, and a look at another group.
-module(pg_member_ok).
-export([join/1, follow/2]).

join(Group) -> pg:join(Group, self()). % ok: erlang-pg

follow(First, Second) ->
    case pg:get_members({first, First}) of
        [] -> ok;
        [Pid | _] -> pg:join({second, Second}, Pid) % ok: erlang-pg
    end.
