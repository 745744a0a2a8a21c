%% Two branches on the same thing that one way goes through, and a loop whose rounds differ.
-module(ets_branches_bad).
-export([open/0, change/2, each/1]).

open() -> ets:new(settings, [named_table, public]).

change(Table, Value) ->
    if
        Table =/= schema -> must_be_there();
        true -> ok
    end,
    case Table of
        schema -> other;
        _ -> ets:insert(settings, {use_disc, Value}) % expect[branch]: erlang-ets "use_disc"
    end.

must_be_there() ->
    case ets:lookup(settings, use_disc) of % access[branch]: read
        [] -> exit(no_disc);
        _ -> ok
    end.

each(Steps) ->
    [case Step of
         look -> [_] = ets:lookup(settings, limit); % access[loop]: read
         _ -> ets:insert(settings, {limit, 1}) % expect[loop]: erlang-ets "limit"
     end || Step <- Steps].
