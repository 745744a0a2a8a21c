%% Many functions go through the program's own wrapper of a transaction: each of their funs runs inside it.
-module(transaction_wrapper_note).
-export([start/0, add/1, job/1]).

start() -> ets:new(totals, [named_table, public]).

locked(Fun) -> mnesia:transaction(Fun).

add(N) -> locked(fun() -> add_to_total(N) end).

job(0) -> ok;
job(1) -> locked(fun() -> other(1) end);
job(2) -> locked(fun() -> other(2) end);
job(3) -> locked(fun() -> other(3) end);
job(4) -> locked(fun() -> other(4) end);
job(5) -> locked(fun() -> other(5) end);
job(6) -> locked(fun() -> other(6) end);
job(7) -> locked(fun() -> other(7) end);
job(8) -> locked(fun() -> other(8) end);
job(9) -> locked(fun() -> other(9) end);
job(10) -> locked(fun() -> other(10) end);
job(11) -> locked(fun() -> other(11) end);
job(12) -> locked(fun() -> other(12) end);
job(13) -> locked(fun() -> other(13) end);
job(14) -> locked(fun() -> other(14) end);
job(_) -> error.

other(I) -> mnesia:write({done, I}).

add_to_total(N) ->
    [{total, Sum}] = ets:lookup(totals, total),  % access: read
    ets:insert(totals, {total, Sum + N}).  % expect: erlang-ets note "in a transaction"
