%% A lock that not everybody takes is none.
-module(ets_lock_bad).
-export([start/0, value/0, forget/0]).

start() ->
    ets:new(cache, [named_table, public]),
    register(locker, spawn(fun() -> locker() end)).

value() ->
    lock(),
    Value = case ets:lookup(cache, value) of % access: read
        [{_, Known}] -> Known;
        [] -> fill(os:timestamp()) % expect: erlang-ets confidence>=50 "cache"
    end,
    unlock(),
    Value.

fill(New) ->
    ets:insert(cache, {value, New}),
    New.

forget() -> ets:insert(cache, {value, none}).

lock() -> locker ! {lock, self()}, receive locked -> ok end.

unlock() -> locker ! {unlock, self()}.

locker() ->
    receive {lock, Pid} -> Pid ! locked end,
    receive {unlock, Pid} -> locker() end.
