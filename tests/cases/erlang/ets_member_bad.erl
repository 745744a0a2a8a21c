%% Other reads and other acts: member, lookup_element, delete, update_element; objects in a list.
-module(ets_member_bad).
-export([init/0, add/1, remove/1, bump/1, many/1]).

init() ->
    ets:new(set_of_things, [named_table, public]).

add(Key) ->
    case ets:member(set_of_things, Key) of % access[a]: read
        false -> ets:insert(set_of_things, [{Key, 1}, {other, 2}]); % expect[a]: erlang-ets
        true -> ok
    end.

remove(Key) ->
    case ets:lookup_element(set_of_things, Key, 2) of % access[b]: read
        0 -> ets:delete(set_of_things, Key); % expect[b]: erlang-ets "ets:take/2"
        _ -> ok
    end.

bump(Key) ->
    N = ets:lookup_element(set_of_things, Key, 2), % access[c]: read
    ets:update_element(set_of_things, Key, {2, N + 1}). % expect[c]: erlang-ets "select_replace"

many(Key) ->
    try ets:lookup_element(set_of_things, Key, 2) of % access[d]: read
        _ -> ok
    catch
        error:badarg -> ets:insert(set_of_things, {Key, 0}) % expect[d]: erlang-ets
    end.
