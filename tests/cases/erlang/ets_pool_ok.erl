%% Taken in one step, or cleared away without being used.
%% args: --min-confidence 0
-module(ets_pool_ok).
-export([init/0, put/1, checkout/0, clear/0, old/1, both/0, expire/1]).

init() ->
    ets:new(free, [ordered_set, public, named_table]),
    ets:new(names, [public, named_table]).

put(I) ->
    ets:insert(free, {I, idle}),
    ets:insert(names, {I}).

checkout() ->
    case ets:first(free) of
        '$end_of_table' -> none;
        Id ->
            case ets:take(free, Id) of
                [] -> checkout();
                [{Id, _}] -> {ok, Id}
            end
    end.

clear() ->
    case ets:first(free) of
        '$end_of_table' -> ok;
        Id ->
            ets:delete(free, Id), % expect: erlang-ets confidence<50
            clear()
    end.

old(Time) ->
    [ets:delete(free, Id) || {Id, T} <- ets:tab2list(free), T < Time], % expect: erlang-ets confidence<50
    ok.

both() ->
    case ets:first(free) of
        '$end_of_table' -> ok;
        Id ->
            ets:delete(free, Id), % expect: erlang-ets confidence<50
            forget(Id),
            ets:delete(names, Id),
            ok
    end.

forget(Id) -> ets:delete(names, Id).

%% A fold goes through all objects; the number of those that it clears away says nothing of any of them.
expire(Now) ->
    ets:foldl(fun({Id, Until}, Count) when Until < Now ->
                      ets:delete(free, Id), % expect: erlang-ets confidence<50
                      Count + 1;
                 (_, Count) -> Count
              end, 0, free).
