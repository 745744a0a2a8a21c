%% The test for the name protects nothing when another function writes without it.
-module(ets_name_holder_bad).
-export([start/0, make/2, put/2]).

start() -> ets:new(holders, [named_table, public]).

make(Item, Value) ->
    case whereis(holder) =:= self() of
        true ->
            case ets:lookup(holders, Item) of % access: read
                [] -> ets:insert(holders, {Item, Value}); % expect: erlang-ets "holds a name"
                [_] -> already
            end;
        false ->
            not_mine
    end.

put(Item, Value) -> ets:insert(holders, {Item, Value}).
