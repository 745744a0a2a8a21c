%% Only the process that holds the name gets to the write; all others ask it.
-module(ets_name_holder_ok).
-export([start/0, make/2]).

start() ->
    spawn(fun() ->
        holders = ets:new(holders, [named_table, public]),
        register(holder, self()),
        loop()
    end).

make(Item, Value) ->
    case whereis(holder) =:= self() of
        true ->
            case ets:lookup(holders, Item) of
                [] -> ets:insert(holders, {Item, Value}); % ok: erlang-ets
                [_] -> already
            end;
        false ->
            gen_server:cast(holder, {make, Item, Value, self()})
    end.

loop() ->
    receive
        {_, {make, Item, Value, From}} -> From ! make(Item, Value), loop()
    end.
