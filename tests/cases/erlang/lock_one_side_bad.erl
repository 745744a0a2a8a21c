%% Only one of two writers takes the lock.
-module(lock_one_side_bad).
-export([start/0, add/2, set/2]).

start() -> ets:new(totals, [named_table, public]).

add(Key, N) ->
    global:trans({totals, self()}, fun() ->
        [{_, Sum}] = ets:lookup(totals, Key), % access: read
        ets:insert(totals, {Key, Sum + N}) % expect: erlang-ets error "erlang-lock-not-taken"
    end).

set(Key, Value) -> ets:insert(totals, {Key, Value}).
