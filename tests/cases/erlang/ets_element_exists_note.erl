%% ets:update_element/3 asks itself whether there is an object.
-module(ets_element_exists_note).
-export([start/0, add/1, touch/1, touch_or_add/1, touch_known/1]).

start() -> ets:new(sessions, [named_table, public]).

add(Id) -> ets:insert(sessions, {Id, new, erlang:system_time()}).

touch(Id) ->
    ets:member(sessions, Id) andalso
        ets:update_element(sessions, Id, {3, erlang:system_time()}). % expect: erlang-ets confidence<50 "sessions"

touch_or_add(Id) ->
    case ets:lookup(sessions, Id) of
        [_] -> ets:update_element(sessions, Id, {3, erlang:system_time()}); % expect: erlang-ets confidence<50 "sessions"
        [] -> ets:insert_new(sessions, {Id, new, 0})
    end.

touch_known(Id) ->
    case exists(Id) of
        true -> ets:update_element(sessions, Id, {3, erlang:system_time()}); % expect: erlang-ets confidence<50 "sessions"
        false -> false
    end.

exists(Id) -> ets:member(sessions, Id).
