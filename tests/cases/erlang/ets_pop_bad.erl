%% ets:take/2 in two steps: two processes get the same object, or a new one is removed unseen.
-module(ets_pop_bad).
-export([init/0, put/2, pop/1, pop_value/1, drain/0, send/2, move/1, stop/1]).

init() ->
    ets:new(jobs, [named_table, public]),
    ets:new(done, [named_table, public]).

put(K, V) -> ets:insert(jobs, {K, V}).

pop(K) ->
    R = ets:lookup(jobs, K), % access[all]: read
    ets:delete(jobs, K), % expect[all]: erlang-ets "is still used after a removal" "ets:take/2"
    R.

pop_value(K) ->
    V = ets:lookup_element(jobs, K, 2), % access[value]: read
    ets:delete(jobs, K), % expect[value]: erlang-ets
    V.

drain() ->
    All = ets:tab2list(jobs), % access[drain]: read
    ets:delete_all_objects(jobs), % expect[drain]: erlang-ets
    All.

send(K, Pid) ->
    V = find(K),
    forget(K), % expect[send]: erlang-ets
    Pid ! V.

find(K) -> ets:lookup(jobs, K). % access[send]: read

forget(K) -> ets:delete(jobs, K).

move(K) ->
    R = ets:lookup(jobs, K), % access[move]: read
    ets:delete(jobs, K), % expect[move]: erlang-ets
    ets:insert(done, R).

stop(K) ->
    R = ets:lookup(jobs, K), % access[stop]: read
    ets:delete(jobs, K), % expect[stop]: erlang-ets
    case R of
        [] -> ok;
        _ -> put({last, K}, now)
    end.
