%% The functions return without the lock, too: after ten tries, or whatever they answer.
-module(claim_helper_bad).
-export([init/0, add/2, try_add/2, wrong_add/2]).

init() ->
    ets:new(balances, [named_table, public]),
    ets:new(locks, [named_table, public]).

add(Account, N) ->
    lock(Account, 10),
    [{_, Balance}] = ets:lookup(balances, Account),
    ets:insert(balances, {Account, Balance + N}), % expect: erlang-ets confidence>=80
    unlock(Account).

lock(_, 0) -> gave_up;
lock(Account, Tries) ->
    case ets:insert_new(locks, {Account}) of
        true -> ok;
        false -> lock(Account, Tries - 1)
    end.

unlock(Account) -> ets:delete(locks, Account).

try_add(Account, N) ->
    case try_lock(Account) of
        ok ->
            [{_, Balance}] = ets:lookup(balances, Account),
            ets:insert(balances, {Account, Balance + N}), % expect: erlang-ets confidence>=80
            unlock(Account);
        {error, busy} -> busy
    end.

try_lock(Account) ->
    case ets:insert_new(locks, {Account}) of
        true -> ok;
        false -> ok
    end.

wrong_add(Account, N) ->
    case taken(Account) of
        true -> busy;
        false ->
            [{_, Balance}] = ets:lookup(balances, Account),
            ets:insert(balances, {Account, Balance + N}), % expect: erlang-ets confidence>=80
            unlock(Account)
    end.

taken(Account) -> ets:insert_new(locks, {Account}).
