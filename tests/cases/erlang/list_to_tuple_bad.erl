-module(list_to_tuple_bad).
-export([init/0, inc/1]).
init() -> ets:new(vl, [named_table, public]), ok.
inc(X) ->
    [{_, N}] = ets:lookup(vl, list_to_tuple([user, X])),
    ets:insert(vl, {{user, X}, N + 1}). % expect: erlang-ets confidence>=50
