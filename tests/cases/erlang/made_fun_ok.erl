%% The fun writes another key, or nobody has read.
-module(made_fun_ok).
-export([init/0, use/1, set/2]).

init() -> ets:new(made_fun, [named_table, public]).

copier(K) ->
    [{_, V}] = ets:lookup(made_fun, K),
    fun(N) -> ets:insert(made_fun, {{copy, K}, V + N}) end.

use(K) ->
    F = copier(K),
    F(5).

setter(K) -> fun(N) -> ets:insert(made_fun, {K, N}) end.

set(K, Other) when K =/= Other ->
    [{_, V}] = ets:lookup(made_fun, {Other, x}),
    F = setter({K, y}),
    F(V + 1).
