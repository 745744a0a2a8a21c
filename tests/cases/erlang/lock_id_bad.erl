%% The id of a lock is {Resource, Requester}: these keep nobody away.
-module(lock_id_bad).
-export([start/0, mixed_up/2, same_requester/2, credit/2, rename/2, between/2]).

start() ->
    [ets:new(Name, [named_table, public]) || Name <- [mixed, same, accounts, between]].

mixed_up(Id, N) ->
    global:trans({self(), {account, Id}}, fun() ->
        [{_, B}] = ets:lookup(mixed, Id),
        ets:insert(mixed, {Id, B + N}) % expect: erlang-ets confidence>=80 "mixed"
    end).

same_requester(Id, N) ->
    global:trans({{account, Id}, node()}, fun() ->
        [{_, B}] = ets:lookup(same, Id),
        ets:insert(same, {Id, B + N}) % expect: erlang-ets confidence>=80 "same"
    end).

%% Two locks of one object.
credit(Id, N) ->
    global:trans({{account, Id}, self()}, fun() ->
        [{_, B, Name}] = ets:lookup(accounts, Id),
        ets:insert(accounts, {Id, B + N, Name}) % expect: erlang-ets confidence>=50 "accounts"
    end).

rename(Id, Name) ->
    global:trans({{name, Id}, self()}, fun() ->
        [{_, B, _}] = ets:lookup(accounts, Id),
        ets:insert(accounts, {Id, B, Name}) % expect: erlang-ets confidence>=50 "accounts"
    end).

between(Id, N) ->
    global:set_lock({between, node()}),
    [{_, B}] = ets:lookup(between, Id),
    ets:insert(between, {Id, B + N}), % expect: erlang-ets confidence>=80 "between"
    global:del_lock({between, node()}).
