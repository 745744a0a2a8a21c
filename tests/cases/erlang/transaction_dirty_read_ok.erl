%% The transaction reads what it writes.
-module(transaction_dirty_read_ok).
-export([deposit/2]).
-record(account, {id, balance}).

deposit(Id, Amount) ->
    mnesia:transaction(fun() ->
        [A] = mnesia:wread({account, Id}),
        mnesia:write(A#account{balance = A#account.balance + Amount}) % ok: erlang-mnesia
    end).
