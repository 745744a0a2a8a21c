%% The read only decides what is logged: the same is written in either case.
-module(ets_written_anyway_note).
-export([start/0, refill/2]).

start() -> ets:new(balances, [named_table, public]).

refill(Id, Balance) ->
    case ets:lookup(balances, Id) of % access: read
        [] ->
            io:format("new ~p~n", [Id]),
            store(Id, Balance); % expect: erlang-ets note "it writes the same whatever the value read is"
        [{_, Old}] ->
            io:format("~p had ~p~n", [Id, Old]),
            store(Id, Balance)
    end.

store(Id, Balance) -> ets:insert(balances, {Id, Balance}).
