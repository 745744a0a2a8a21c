%% A lock that is given back between the two, or around something else, protects nothing.
-module(ets_lock_between_bad).
-export([init/0, early/1, around/1]).

init() ->
    ets:new(early, [named_table, public]),
    ets:new(around, [named_table, public]).

early(K) ->
    Id = {K, self()},
    global:set_lock(Id),
    [{_, V}] = ets:lookup(early, K), % access[early]: read
    global:del_lock(Id),
    global:set_lock(Id),
    ets:insert(early, {K, V + 1}), % expect[early]: erlang-ets error
    global:del_lock(Id).

around(K) ->
    Id = {K, self()},
    global:set_lock(Id),
    global:del_lock(Id),
    [{_, V}] = ets:lookup(around, K), % access[around]: read
    ets:insert(around, {K, V + 1}), % expect[around]: erlang-ets error
    global:set_lock(Id),
    global:del_lock(Id).
