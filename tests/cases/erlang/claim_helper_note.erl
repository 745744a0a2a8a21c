%% Locks of the program's own, made of ets:insert_new/2: the function that takes one tries again until it has it,
%% or says by its answer whether it has.
-module(claim_helper_note).
-export([init/0, add/2, try_add/2, checked_add/2]).

init() ->
    ets:new(balances, [named_table, public]),
    ets:new(locks, [named_table, public]).

add(Account, N) ->
    lock(Account),
    [{_, Balance}] = ets:lookup(balances, Account),
    ets:insert(balances, {Account, Balance + N}), % expect: erlang-ets confidence<50 "claimed"
    unlock(Account).

lock(Account) ->
    case ets:insert_new(locks, {Account}) of
        true -> ok;
        false -> timer:sleep(10), lock(Account)
    end.

unlock(Account) -> ets:delete(locks, Account).

try_add(Account, N) ->
    case try_lock(Account, 10) of
        ok ->
            [{_, Balance}] = ets:lookup(balances, Account),
            ets:insert(balances, {Account, Balance + N}), % expect: erlang-ets confidence<50 "claimed"
            unlock(Account);
        {error, busy} -> busy
    end.

try_lock(_, 0) -> {error, busy};
try_lock(Account, Tries) ->
    case ets:insert_new(locks, {Account}) of
        true -> ok;
        false -> try_lock(Account, Tries - 1)
    end.

checked_add(Account, N) ->
    case taken(Account) of
        true ->
            [{_, Balance}] = ets:lookup(balances, Account),
            ets:insert(balances, {Account, Balance + N}), % expect: erlang-ets confidence<50 "claimed"
            unlock(Account);
        false -> busy
    end.

taken(Account) -> ets:insert_new(locks, {Account}).
