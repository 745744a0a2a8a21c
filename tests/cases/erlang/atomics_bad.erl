-module(atomics_bad).
-export([bump/1, highest/2]).

bump(Ref) ->
    N = atomics:get(Ref, 1), % access[a]: read
    atomics:put(Ref, 1, N + 1). % expect[a]: erlang-atomics "add_get"

highest(Ref, New) ->
    Old = counters:get(Ref, 2), % access[b]: read
    counters:put(Ref, 2, max(Old, New)). % expect[b]: erlang-atomics
