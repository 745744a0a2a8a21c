-module(kept_table_bad).
-export([init/0, inc/1]).
init() -> persistent_term:put(tab, ets:new(tab, [public])).
inc(K) ->
    T = persistent_term:get(tab),
    case ets:lookup(T, K) of
        [{_, N}] -> ets:insert(T, {K, N + 1}); % expect: erlang-ets confidence>=50
        [] -> ets:insert_new(T, {K, 1})
    end.
