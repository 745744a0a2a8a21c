%% The same ways, but what is written goes under another key.
-module(ets_found_object_ok).
-export([init/0, login/2, touch/2, reset/1, count/1, tagged/2]).

-record(session, {id, user, last = 0}).

init() -> ets:new(sessions, [named_table, public, {keypos, #session.id}]).

login(Id, Other) when Id =/= Other ->
    case find(Id) of
        {ok, S} -> ets:insert(sessions, S#session{id = {copy, Other}});
        error -> error
    end.

find(Id) ->
    case ets:lookup(sessions, Id) of
        [S] -> {ok, S};
        [] -> error
    end.

touch(Id, Log) -> with(Id, fun(S) -> ets:insert(sessions, S#session{id = {log, Log}}) end).

with(Id, F) ->
    case ets:lookup(sessions, Id) of
        [S] -> F(S);
        [] -> none
    end.

reset(Id) ->
    [S] = ets:lookup(sessions, Id),
    ets:insert(sessions, setelement(#session.id, S, {backup, Id})).

count(Id) ->
    Found = ets:lookup(sessions, Id),
    ets:insert(sessions, [S#session{id = {old, Id}} || S <- Found]).

%% Of a table that is not known here: the tag shows that the key is not the first element.
tagged(Table, Id) ->
    #session{user = U} = fetch(Table, Id),
    ets:insert(sessions, #session{id = {session, Id}, user = U}).

fetch(Table, Id) ->
    [S] = ets:lookup(Table, Id),
    S.
