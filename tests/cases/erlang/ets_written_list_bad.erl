%% The key goes through a list that is written out.
-module(ets_written_list_bad).
-export([init/0, each/1, all/1, gathered/1]).

init() -> ets:new(counts, [named_table, public]).

each(K) ->
    [{_, V}] = ets:lookup(counts, K), % access[each]: read
    lists:foreach(fun(Q) -> ets:insert(counts, {Q, V + 1}) end, [K]). % expect[each]: erlang-ets "counts, key K"

all(K) ->
    [{_, V}] = ets:lookup(counts, K), % access[all]: read
    [ets:insert(counts, {Q, V + 1}) || Q <- [{copy, K}, K]]. % expect[all]: erlang-ets "counts, key K"

%% Read for all keys first, then written for all of them.
gathered(Ks) ->
    Vs = [{K, ets:lookup_element(counts, K, 2)} || K <- Ks], % access[gathered]: read
    ets:insert(counts, [{K, V + 1} || {K, V} <- Vs]). % expect[gathered]: erlang-ets "counts"
