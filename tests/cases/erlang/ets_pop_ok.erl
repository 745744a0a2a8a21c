%% Taken in one step; or looked at and removed, but nobody goes on with what was seen.
-module(ets_pop_ok).
-export([init/0, put/2, pop/1, forget/1, both/2]).

init() -> ets:new(jobs, [named_table, public]).

put(K, V) -> ets:insert(jobs, {K, V}).

pop(K) -> ets:take(jobs, K). % ok: erlang-ets

forget(K) ->
    io:format("~p~n", [ets:lookup(jobs, K)]),
    ets:delete(jobs, K),
    ok.

both(K, Other) ->
    R = ets:lookup(jobs, K),
    ets:delete(jobs, Other),
    case R of
        [] -> none;
        _ -> some
    end.
