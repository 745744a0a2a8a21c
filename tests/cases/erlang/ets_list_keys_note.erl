%% The keys come from a list through a fun: nobody else writes those of them, but for the same constant.
-module(ets_list_keys_note).
-export([start/0, reset/0, note/2]).

start() -> ets:new(meters, [named_table, public]).

reset() -> lists:foreach(fun(Name) -> make(Name) end, [requests, answers]). % related

make(Name) ->
    case ets:lookup(meters, Name) of % access: read
        [_] -> ok;
        _ -> ets:insert(meters, {Name, 0}) % expect: erlang-ets note confidence<50 "meters, key Name"
    end.

note(last, Value) -> ets:insert(meters, {last, Value}).
