%% The same ways, but what is written has another key, goes to another table, or is made anew.
-module(ets_two_results_ok).
-export([init/0, copy/2, archive/2, count/1, follow/1]).

-record(acc, {id, bal = 0, next}).

init() ->
    ets:new(acc, [named_table, public, {keypos, #acc.id}]),
    ets:new(old, [named_table, public, {keypos, #acc.id}]).

copy(Id, N) ->
    [A] = ets:lookup(acc, Id),
    case copied(A, N) of
        {ok, A1} -> ets:insert(acc, A1);
        {error, E} -> {error, E}
    end.

copied(#acc{bal = B}, N) when B < N -> {error, funds};
copied(A, N) -> {ok, A#acc{id = {copy, N}}}.

archive(Id, Changes) ->
    [A] = ets:lookup(acc, Id),
    ets:insert(old, lists:foldl(fun set/2, A, Changes)).

set({bal, B}, A) -> A#acc{bal = B};
set(_, A) -> A.

%% Added up in one step.
count(Id) ->
    case add(Id) of
        {ok, N} -> ets:update_counter(acc, Id, {#acc.bal, N}); % ok: erlang-ets
        none -> none
    end.

add(Id) ->
    case ets:lookup(acc, Id) of
        [#acc{bal = B}] when B < 10 -> {ok, 1};
        _ -> none
    end.

%% Written under a key that the object holds elsewhere.
follow(Id) ->
    [#acc{next = Next}] = ets:lookup(acc, Id),
    ets:insert(old, {acc, Next, 0, none}).
