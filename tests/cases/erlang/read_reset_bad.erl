%% Read, set to a constant, and used: what is counted in between is lost.
-module(read_reset_bad).
-export([new/0, add/1, flush/1, swap/1, take/1, report/1]).

new() -> ets:new(counts, [named_table, public]).

add(C) ->
    counters:add(C, 1, 1),
    ets:update_counter(counts, x, 1).

flush(C) ->
    N = counters:get(C, 1), % access[flush]: read
    counters:put(C, 1, 0), % expect[flush]: erlang-atomics "atomics:exchange/3" "counters:sub/3" confidence>=50
    N.

swap(A) ->
    V = atomics:get(A, 1), % access[swap]: read
    atomics:put(A, 1, 0), % expect[swap]: erlang-atomics confidence>=50
    {value, V * 2}.

take(K) ->
    V = ets:lookup_element(counts, K, 2), % access[take]: read
    ets:insert(counts, {K, 0}), % expect[take]: erlang-ets "ets:take/2" confidence>=50
    V.

report(C) ->
    N = counters:get(C, 2), % access[report]: read
    counters:put(C, 2, 0), % expect[report]: erlang-atomics confidence>=50
    self() ! {count, N},
    ok.
