%% The cell is set whatever was read, or only where nobody was faster.
-module(atomics_flag_ok).
-export([try_lock/1, reset/1, other/1]).

try_lock(A) ->
    case atomics:get(A, 1) of
        0 -> atomics:compare_exchange(A, 1, 0, 1) =:= ok; % ok: erlang-atomics
        1 -> false
    end.

reset(A) ->
    io:format("~p~n", [atomics:get(A, 2)]),
    atomics:put(A, 2, 0).

other(A) ->
    case atomics:get(A, 2) of
        0 -> atomics:put(A, 3, 1);
        _ -> ok
    end.
