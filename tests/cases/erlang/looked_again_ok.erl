%% The list only says which objects there are; each is looked up again where nobody else writes.
%% args: --min-confidence 50
-module(looked_again_ok).
-export([init/0, pay_all/1, halve_all/0, tag/1]).

init() -> ets:new(balances, [named_table, public]).

pay_all(Amount) ->
    [mnesia:transaction(fun() -> pay(Id, Amount) end) || Id <- mnesia:dirty_all_keys(account)].

pay(Id, Amount) ->
    [{account, Id, Balance}] = mnesia:wread({account, Id}),
    mnesia:write({account, Id, Balance + Amount}).

halve_all() ->
    [with_lock(Id, fun() -> ets:insert(balances, {Id, balance(Id) div 2}) end) || {Id, _} <- ets:tab2list(balances)].

balance(Id) -> ets:lookup_element(balances, Id, 2).

with_lock(Id, Fun) ->
    acquire(Id),
    Result = Fun(),
    release(Id),
    Result.

acquire(Id) -> gen_server:call(locker, {acquire, Id}, infinity).

release(Id) -> gen_server:call(locker, {release, Id}).

%% The tag comes from the look before; the balance is read again.
tag(Id) ->
    [{account, Id, Before}] = mnesia:dirty_read(account, Id),
    mnesia:transaction(fun() ->
        [{account, Id, Balance}] = mnesia:wread({account, Id}),
        mnesia:write({account, Id, {Balance, Before}}) % expect: erlang-mnesia confidence<60
    end).
