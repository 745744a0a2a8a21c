%% The same with the answer of the clause that looks, and a message where somebody was there.
-module(clause_by_result_bad).
-export([open/0, handle/2, watch/0]).

open() -> ets:new(replies, [named_table, public]).

handle(Id, Request) ->
    case try_it(Id, Request) of
        {pending, _} -> later;
        ignore -> ets:insert(replies, {Id, ignored}); % expect[ets]: erlang-ets "replies, key Id"
        Other -> Other
    end.

try_it(Id, Request) ->
    case Request of
        {long, Data} -> {pending, Data};
        {short, _} -> answer(Id)
    end.

answer(Id) ->
    case ets:lookup(replies, Id) of % access[ets]: read
        [] -> ignore;
        [Reply] -> {ok, Reply}
    end.

watch() ->
    case running() of
        false -> none;
        true -> watcher ! hello % expect[alive]: erlang-alive-check "watcher"
    end.

running() ->
    case whereis(watcher) of % access[alive]: read
        undefined -> false;
        _ -> true
    end.
