%% The callee writes in one of its clauses only: on the other way what was read before still decides.
-module(ets_may_write_bad).
-export([new/0, add/2]).

new() -> ets:new(sums, [public, named_table]).

add(N, Limit) ->
    [{_, Sum}] = ets:lookup(sums, sum), % access[a]: read; access[c]: read
    cut(Sum, Limit), % expect[c]: erlang-ets
    ets:insert(sums, {sum, Sum + N}). % expect[a]: erlang-ets

cut(Sum, Limit) when Sum > Limit -> ets:insert(sums, {sum, Limit});
cut(_, _) -> ok.
