%% The look that counts is inside, also where somebody has looked outside before.
-module(lock_outside_ok).
-export([start/0, add/2, once/2, deposit/2]).

-record(account, {id, balance}).

start() -> ets:new(totals, [named_table, public]).

add(Key, N) ->
    global:trans({totals, self()}, fun() ->
        [{_, Sum}] = ets:lookup(totals, Key),
        ets:insert(totals, {Key, Sum + N}) % ok: erlang-ets
    end).

once(Key, New) ->
    case ets:lookup(totals, Key) of
        [{_, Old}] -> Old;
        [] -> global:trans({totals, self()}, fun() -> fill(Key, New) end)
    end.

fill(Key, New) ->
    case ets:lookup(totals, Key) of
        [{_, Old}] -> Old;
        [] -> ets:insert(totals, {Key, New}), New
    end.

deposit(Id, N) ->
    mnesia:transaction(fun() ->
        [A] = mnesia:read(account, Id),
        mnesia:write(A#account{balance = A#account.balance + N}) % ok: erlang-mnesia
    end).
