%% What runs in a transaction here is also started as a process of its own, and called by others.
-module(transaction_spawned_bad).
-export([start/0, safe/1, later/1, raise/1, safe_raise/1]).

start() -> ets:new(totals, [named_table, public]).

safe(N) -> mnesia:transaction(fun() -> add(N) end).

later(N) -> spawn(fun() -> add(N) end).

add(N) ->
    [{total, Sum}] = ets:lookup(totals, total),  % access[a]: read
    ets:insert(totals, {total, Sum + N}).  % expect[a]: erlang-ets

safe_raise(N) -> mnesia:transaction(fun() -> raise(N) end).

%% Exported: others may call it without a transaction.
raise(N) ->
    [{highest, Old}] = ets:lookup(totals, highest),  % access[r]: read
    ets:insert(totals, {highest, max(Old, N)}).  % expect[r]: erlang-ets
