%% What was looked up keeps its key: out of helpers, into funs, through setelement and record updates.
-module(ets_found_object_bad).
-export([init/0, login/1, touch/1, reset/1, count/1, mark/1, double/1, again/1]).

-record(session, {id, user, last = 0}).

init() -> ets:new(sessions, [named_table, public, {keypos, #session.id}]).

login(Id) ->
    case find(Id) of
        {ok, S} -> ets:insert(sessions, S#session{user = Id}); % expect[login]: erlang-ets "sessions, key Id"
        error -> error
    end.

find(Id) ->
    case raw(Id) of
        undefined -> error;
        S -> {ok, S}
    end.

raw(Id) ->
    case ets:lookup(sessions, Id) of % access[login]: read
        [S] -> S;
        [] -> undefined
    end.

touch(Id) -> with(Id, fun(S) -> save(S#session{last = S#session.last + 1}) end). % expect[touch]: erlang-ets "sessions, key Id"

with(Id, F) ->
    case ets:lookup(sessions, Id) of % access[touch]: read
        [S] -> F(S);
        [] -> none
    end.

save(S) -> ets:insert(sessions, S).

reset(Id) ->
    [S] = ets:lookup(sessions, Id), % access[reset]: read
    ets:insert(sessions, setelement(#session.last, S, 0)). % expect[reset]: erlang-ets "sessions, key Id"

mark(Id) ->
    [S] = ets:lookup(sessions, Id), % access[mark]: read
    ets:insert(sessions, erlang:append_element(S, marked)). % expect[mark]: erlang-ets "sessions, key Id"

count(Id) ->
    Found = ets:lookup(sessions, Id), % access[count]: read
    lists:foreach(fun(S) -> ets:insert(sessions, S#session{last = 1}) end, Found). % expect[count]: erlang-ets "sessions, key Id"

double(Id) ->
    Found = ets:lookup(sessions, Id), % access[double]: read
    ets:insert(sessions, [S#session{last = 2 * S#session.last} || S <- Found]). % expect[double]: erlang-ets "sessions, key Id"

again(Id) ->
    Found = ets:lookup(sessions, Id), % access[again]: read
    ets:insert(sessions, lists:map(fun(S) -> S#session{last = 1} end, Found)). % expect[again]: erlang-ets "sessions, key Id"
