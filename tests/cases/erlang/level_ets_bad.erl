%% The level says what can be lost: an update is an error, an entry that is removed twice a warning.
-module(level_ets_bad).
-export([start/0, add/2, drop/1]).

start() -> ets:new(groups, [named_table, public]).

add(Group, Member) ->
    [{_, Members}] = ets:lookup(groups, Group),
    ets:insert(groups, {Group, [Member | Members]}). % expect: erlang-ets error confidence>=80

drop(Group) ->
    case ets:lookup(groups, Group) of
        [{_, []}] -> ets:delete(groups, Group); % expect: erlang-ets warning confidence>=50 confidence<80
        _ -> ok
    end.
