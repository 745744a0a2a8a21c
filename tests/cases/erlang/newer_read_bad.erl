%% The look-up that decides is the last one.
-module(newer_read_bad).
-export([open/0, fill/1, double/1]).

open() -> ets:new(cache, [named_table, public]).

fill(Value) ->
    case ets:lookup(cache, state) of
        [{state, invalid}] ->
            case ets:lookup(cache, state) of % access[fill]: read
                [{state, invalid}] -> ets:insert(cache, {state, Value}); % expect[fill]: erlang-ets "state"
                _ -> ok
            end;
        _ -> ok
    end.

%% What is written comes from the first one.
double(Key) ->
    [{_, Old}] = ets:lookup(cache, Key), % access[double]: read
    case ets:member(cache, Key) of % access[double]: read
        true -> ets:insert(cache, {Key, Old * 2}); % expect[double]: erlang-ets "Key"
        false -> ok
    end.
