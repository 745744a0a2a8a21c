%% The look is outside of the lock, or the transaction, that the write is in.
-module(lock_outside_bad).
-export([start/0, add/2, deposit/2, twice/2]).

-record(account, {id, balance}).

start() -> ets:new(totals, [named_table, public]).

add(Key, N) ->
    [{_, Sum}] = ets:lookup(totals, Key), % access[a]: read
    global:trans({Key, self()}, fun() -> ets:insert(totals, {Key, Sum + N}) end). % expect[a]: erlang-ets error

deposit(Id, N) ->
    [A] = mnesia:dirty_read(account, Id), % access[d]: read
    mnesia:transaction(fun() -> mnesia:write(A#account{id = Id, balance = A#account.balance + N}) end). % expect[d]: erlang-mnesia error

%% Read in one transaction, written in another.
twice(Id, N) ->
    {atomic, [A]} = mnesia:transaction(fun() -> mnesia:read(account, Id) end), % access[t]: read
    mnesia:transaction(fun() -> mnesia:write(#account{id = Id, balance = A#account.balance + N}) end). % expect[t]: erlang-mnesia error
