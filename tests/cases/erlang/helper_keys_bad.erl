%% A helper that adds to a list, for whatever key it is given: one race for each key.
-module(helper_keys_bad).
-export([open/0, join/1, watch/1, add/2]).

open() -> ets:new(lists, [named_table, public]).

add(Key, Value) ->
    Old = get_value(Key),
    ets:insert(lists, {Key, [Value | Old]}). % expect: erlang-ets "lists, key Key"

get_value(Key) ->
    case ets:lookup(lists, Key) of % access: read
        [] -> [];
        [{_, Value}] -> Value
    end.

%% What was read first does not decide what is written: add/2 reads again.
join(Node) ->
    case lists:member(Node, get_value(nodes)) of
        true -> known;
        false -> add(nodes, Node) % related
    end.

watch(Name) -> add({watchers, Name}, self()). % related
