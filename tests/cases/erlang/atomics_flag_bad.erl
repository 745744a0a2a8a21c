%% Whether the cell is written depends on what was read of it.
-module(atomics_flag_bad).
-export([try_lock/1, unlock/1, once/2, raise/3, clamp/1, count/1]).

try_lock(A) ->
    case atomics:get(A, 1) of % access[lock]: read
        0 -> atomics:put(A, 1, 1), true; % expect[lock]: erlang-atomics "compare_exchange"
        1 -> false
    end.

unlock(A) -> atomics:put(A, 1, 0).

once(A, F) ->
    case atomics:get(A, 4) of % access[once]: read
        0 -> atomics:put(A, 4, 1), F(); % expect[once]: erlang-atomics "erlang-constant-flag"
        1 -> ok
    end.

raise(A, I, N) ->
    case atomics:get(A, I) of % access[raise]: read
        V when V < N -> atomics:put(A, I, N); % expect[raise]: erlang-atomics
        _ -> ok
    end.

clamp(C) ->
    case counters:get(C, 2) > 1000 of % access[clamp]: read
        true -> counters:put(C, 2, 1000); % expect[clamp]: erlang-atomics "erlang-constant-flag"
        false -> ok
    end.

count(C) -> counters:add(C, 2, 1).
