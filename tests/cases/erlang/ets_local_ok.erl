%% A table that never leaves the function that made it.
-module(ets_local_ok).
-export([count/1]).

count(Words) ->
    Tab = ets:new(words, [public]),
    lists:foreach(fun(W) -> bump(Tab, W) end, Words),
    Result = ets:tab2list(Tab),
    ets:delete(Tab),
    Result.

bump(Tab, W) ->
    case ets:lookup(Tab, W) of
        [] -> ets:insert(Tab, {W, 1}); % ok: erlang-ets
        [{W, N}] -> ets:insert(Tab, {W, N + 1})
    end.
