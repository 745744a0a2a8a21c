-module(store).
-export([init/0, get/1, put/2]).

init() ->
    ets:new(store, [named_table, public]).

get(Key) ->
    case ets:lookup(store, Key) of % access: read
        [] -> undefined;
        [{Key, Value}] -> Value
    end.

put(Key, Value) ->
    ets:insert(store, {Key, Value}).
