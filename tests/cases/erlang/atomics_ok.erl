-module(atomics_ok).
-export([bump/1, highest/2, swap/1]).

bump(Ref) ->
    atomics:add(Ref, 1, 1).

highest(Ref, New) ->
    Old = atomics:get(Ref, 1),
    case New > Old andalso atomics:compare_exchange(Ref, 1, Old, New) of % ok: erlang-atomics
        false -> ok;
        ok -> ok;
        _ -> highest(Ref, New)
    end.

swap(Ref) ->
    N = atomics:get(Ref, 1),
    atomics:put(Ref, 2, N).
