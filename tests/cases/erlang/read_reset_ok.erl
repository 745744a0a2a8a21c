%% Read and set in one step; or what was read is printed before, or not used at all.
-module(read_reset_ok).
-export([flush/1, swap/1, show/1, other/1, clear/1]).

flush(C) ->
    N = counters:get(C, 1),
    counters:sub(C, 1, N), % ok: erlang-atomics
    N.

swap(A) -> atomics:exchange(A, 1, 0).

show(C) ->
    io:format("~p~n", [counters:get(C, 1)]),
    counters:put(C, 1, 0).

other(C) ->
    N = counters:get(C, 1),
    counters:put(C, 2, 0),
    N.

clear(C) ->
    _ = counters:get(C, 1),
    counters:put(C, 1, 0),
    ok.
