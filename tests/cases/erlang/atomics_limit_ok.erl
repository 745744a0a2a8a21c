%% Counted first; and what was read is taken off.
-module(atomics_limit_ok).
-export([enter/2, collect/1, try_take/1]).

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

%% The first read only spares the second one; its answer decides.
try_take(Ref) -> atomics:get(Ref, 1) > 0 andalso take(Ref).

take(Ref) ->
    case atomics:sub_get(Ref, 1, 1) of % ok: erlang-atomics
        Left when Left >= 0 -> true;
        _ -> atomics:add(Ref, 1, 1), false % ok: erlang-atomics
    end.
