%% One resource, and each process asks for itself; how a variable was made is not looked at.
-module(lock_id_ok).
-export([start/0, credit/2, rename/2, given/3]).

start() ->
    [ets:new(Name, [named_table, public]) || Name <- [accounts, given]].

credit(Id, N) ->
    global:trans({{account, Id}, self()}, fun() ->
        [{_, B, Name}] = ets:lookup(accounts, Id),
        ets:insert(accounts, {Id, B + N, Name})
    end).

rename(Id, Name) ->
    Lock = {{account, Id}, {self(), rename}},
    global:trans(Lock, fun() ->
        [{_, B, _}] = ets:lookup(accounts, Id),
        ets:insert(accounts, {Id, B, Name})
    end).

given(Lock, Id, N) ->
    global:trans(Lock, fun() ->
        [{_, B}] = ets:lookup(given, Id),
        ets:insert(given, {Id, B + N})
    end).
