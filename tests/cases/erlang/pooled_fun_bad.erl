-module(pooled_fun_bad).
-export([init/0, save/2]).
init() -> ets:new(users, [named_table, public]), ok.
save(Id, Tag) ->
    poolboy:transaction(db, fun(C) ->
        [{_, Tags}] = ets:lookup(users, Id),
        gen_server:call(C, {store, Id}),
        ets:insert(users, {Id, [Tag | Tags]}) % expect: erlang-ets confidence>=50
    end).
