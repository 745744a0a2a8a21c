%% Other code names the table, too.
-module(ets_temporary_named_bad).
-export([count/1, reset/1]).

count(L) ->
    New = ets:new(counting, [named_table, public]),
    [case ets:lookup(New, K) of % access[first]: read ; access[next]: read
         [] -> ets:insert(New, {K, 1}); % expect[first]: erlang-ets
         [{_, N}] -> ets:insert(New, {K, N + 1}) % expect[next]: erlang-ets
     end || K <- L],
    R = ets:tab2list(New),
    ets:delete(New),
    R.

reset(K) -> ets:insert(counting, {K, 0}).
