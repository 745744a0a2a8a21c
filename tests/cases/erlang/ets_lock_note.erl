%% A lock of the program's own: whoever writes has called lock/0 before and calls unlock/0 after it.
-module(ets_lock_note).
-export([start/0, value/0, forget/0]).

start() ->
    ets:new(cache, [named_table, public]),
    register(locker, spawn(fun() -> locker() end)).

value() ->
    lock(),
    Value = case ets:lookup(cache, value) of % access: read
        [{_, Known}] -> Known;
        [] -> fill(os:timestamp()) % expect: erlang-ets note confidence<50 "erlang-between-lock-calls"
    end,
    unlock(),
    Value.

fill(New) ->
    ets:insert(cache, {value, New}),
    New.

forget() ->
    lock(),
    ets:delete(cache, value),
    unlock().

lock() -> locker ! {lock, self()}, receive locked -> ok end.

unlock() -> locker ! {unlock, self()}.

locker() ->
    receive {lock, Pid} -> Pid ! locked end,
    receive {unlock, Pid} -> locker() end.
