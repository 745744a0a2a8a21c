%% Dirty operations take no locks in a transaction either.
-module(transaction_dirty_note).
-export([deposit/2]).

-record(account, {id, balance}).

deposit(Id, N) ->
    mnesia:transaction(fun() ->
        [A] = mnesia:dirty_read(account, Id), % access: read
        mnesia:dirty_write(A#account{balance = A#account.balance + N}) % expect: erlang-mnesia note "in a transaction"
    end).
