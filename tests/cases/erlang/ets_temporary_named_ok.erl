%% A second process cannot make the table, and nobody else names it.
-module(ets_temporary_named_ok).
-export([count/1, reload/1]).

count(L) ->
    New = ets:new(counting, [named_table, public]),
    [case ets:lookup(New, K) of
         [] -> ets:insert(New, {K, 1});
         [{_, N}] -> ets:insert(New, {K, N + 1}) % ok: erlang-ets
     end || K <- L],
    R = ets:tab2list(New),
    ets:delete(New),
    R.

reload(L) ->
    New = ets:new(loading, [named_table, public]),
    [case ets:lookup(New, K) of
         [] -> ets:insert(New, {K, 1});
         [{_, N}] -> ets:insert(New, {K, N + 1})
     end || K <- L],
    catch ets:delete(loaded),
    ets:rename(New, loaded).
