%% Each object that is found in the whole table is read again before it is written.
-module(ets_each_again_note).
-export([init/0, refresh/0]).

init() -> ets:new(cache, [named_table, public]).

refresh() ->
    lists:foreach(fun({Key, Old}) ->  % related
        case ets:lookup(cache, Key) of  % access: read
            [_] -> ets:insert(cache, {Key, Old + 1});  % expect: erlang-ets
            [] -> ok
        end
    end, ets:tab2list(cache)).
