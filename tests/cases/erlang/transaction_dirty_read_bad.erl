%% What was read outside of the transaction may be old when it is written inside.
-module(transaction_dirty_read_bad).
-export([deposit/2]).
-record(account, {id, balance}).

deposit(Id, Amount) ->
    [A] = mnesia:dirty_read(account, Id),
    mnesia:transaction(fun() ->
        mnesia:write(A#account{balance = A#account.balance + Amount}) % expect: erlang-mnesia
    end).
