%% The transaction reads what it writes; the dirty read before only decides whether it is worth one.
-module(mnesia_dirty_then_transaction_ok).
-export([start/0, pay/2]).
-record(account, {id, balance}).

start() -> mnesia:create_table(account, [{attributes, record_info(fields, account)}]).

pay(Id, Amount) ->
    mnesia:transaction(fun() ->
        [A] = mnesia:wread({account, Id}),
        mnesia:write(A#account{balance = A#account.balance - Amount}) % ok: erlang-mnesia
    end).
