%% One of the keys in the list has another writer.
-module(ets_list_keys_bad).
-export([start/0, reset/0, note/2]).

start() -> ets:new(meters, [named_table, public]).

reset() -> lists:foreach(fun(Name) -> make(Name) end, [requests, last]). % related

make(Name) ->
    case ets:lookup(meters, Name) of % access: read
        [_] -> ok;
        _ -> ets:insert(meters, {Name, 0}) % expect: erlang-ets confidence>=50 "meters, key Name"
    end.

note(last, Value) -> ets:insert(meters, {last, Value}).
