%% A function that has read gives a fun that writes.
-module(made_fun_bad).
-export([init/0, use/1, each/2, deep/1]).

init() -> ets:new(made_fun, [named_table, public]).

adder(K) ->
    [{_, V}] = ets:lookup(made_fun, K), % access[use]: read
    fun(N) -> ets:insert(made_fun, {K, V + N}) end. % expect[use]: erlang-ets confidence>=80 "made_fun, key K"

use(K) ->
    F = adder(K),
    F(5).

setter({_, Id}) ->
    [{_, V}] = ets:lookup(made_fun, Id), % access[each]: read
    fun(N) -> ets:insert(made_fun, {Id, {V, N}}) end. % expect[each]: erlang-ets confidence>=80

each(K, L) -> lists:foreach(setter({user, K}), L).

updater(K) ->
    [{_, V}] = ets:lookup(made_fun, {count, K}), % access[deep]: read
    fun(N) -> ets:insert(made_fun, {{count, K}, V + N}) end. % expect[deep]: erlang-ets confidence>=80

deep(K) -> run(updater(K)).

run(F) -> F(1).
