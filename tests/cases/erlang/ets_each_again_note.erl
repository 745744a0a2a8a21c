%% Each object that is found in the whole table is read again before it is written.
-module(ets_each_again_note).
-export([init/0, refresh/0]).

init() -> ets:new(cache, [named_table, public]).

refresh() ->
    lists:foreach(fun({Key, Old}) ->
        case ets:lookup(cache, Key) of  % access[b]: read
            [_] -> ets:insert(cache, {Key, Old + 1});  % expect[a]: erlang-ets; expect[b]: erlang-ets
            [] -> ok
        end
    end, ets:tab2list(cache)).  % access[a]: read
