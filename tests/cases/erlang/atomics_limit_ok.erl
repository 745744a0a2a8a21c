%% Counted first; and what was read is taken off.
-module(atomics_limit_ok).
-export([enter/2, collect/1]).

enter(Ref, Max) ->
    case atomics:add_get(Ref, 1, 1) of
        N when N =< Max -> ok;
        _ -> atomics:sub(Ref, 1, 1), full % ok: erlang-atomics
    end.

collect(Ref) ->
    case counters:get(Ref, 1) of
        0 -> 0;
        N -> counters:sub(Ref, 1, N), N % ok: erlang-atomics
    end.
