%% A generic wrapper around the write: each caller that reads first owns its own bug, and is told once, whatever
%% keys it is about.
-module(one_finding_bad).
-export([start/0, hit/1, visit/1, join/0, leave/0]).

start() -> ets:new(stats, [named_table, public]).

hit(Page) ->
    set({hit, Page}, get({hit, Page}) + 1). % expect[hit]: erlang-ets "called by one_finding_bad:set/2"

visit(User) ->
    N = get({user, User}),
    set({user, User}, N + 1). % expect[visit]: erlang-ets "stats, key {user, User}"

get(Key) ->
    case ets:lookup(stats, Key) of % access[hit]: read; access[visit]: read
        [{_, N}] -> N;
        [] -> 0
    end.

set(Key, N) -> ets:insert(stats, {Key, N}).

%% The check-then-act is in change/2: one bug for both callers.
join() -> change(members, 1). % related[change]
leave() -> change(guests, -1). % related[change]

change(Key, By) ->
    [{_, N}] = ets:lookup(stats, Key), % access[change]: read
    ets:insert(stats, {Key, N + By}). % expect[change]: erlang-ets "stats, key Key"
