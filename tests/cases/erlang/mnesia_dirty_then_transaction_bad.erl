%% The balance is read outside of the transaction that writes it: a change in between is lost.
-module(mnesia_dirty_then_transaction_bad).
-export([start/0, pay/2]).
-record(account, {id, balance}).

start() -> mnesia:create_table(account, [{attributes, record_info(fields, account)}]).

pay(Id, Amount) ->
    [A] = mnesia:dirty_read(account, Id), % access: read
    New = A#account{balance = A#account.balance - Amount},
    mnesia:transaction(fun() -> mnesia:write(New) end). % expect: erlang-mnesia
