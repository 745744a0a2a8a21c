%% Both write the time, by a function of the program that asks the clock; the rest of the object stays.
-module(ets_time_helper_note).
-export([start/0, fetch/1, store/2]).

start() -> ets:new(cache, [named_table, public]).

store(Key, Value) -> ets:insert(cache, {Key, Value, now_ms()}).

fetch(Key) ->
    case ets:lookup(cache, Key) of
        [{_, Value, _}] ->
            ets:update_element(cache, Key, {3, now_ms()}), % expect: erlang-ets confidence<50
            {ok, Value};
        [] ->
            error
    end.

now_ms() -> erlang:monotonic_time() div 1000000.
