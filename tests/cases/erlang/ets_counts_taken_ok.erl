%% ets:take/2 gets and removes in one step; what nobody counts is only cleaned up, and ranked lower.
-module(ets_counts_taken_ok).
-export([init/0, count/1, open/2, flush/1, clean/1]).

init() ->
    ets:new(hits, [named_table, public]),
    ets:new(sessions, [named_table, public]).

count(Key) -> ets:update_counter(hits, Key, 1, {Key, 0}).

open(Host, Id) -> ets:insert(sessions, {{Id, Host}, open}).

flush(Host) ->
    Keys = ets:select(hits, [{{{'$1', Host}, '_'}, [], ['$1']}]),
    lists:append([ets:take(hits, {Key, Host}) || Key <- Keys]).

clean(Host) ->
    Found = ets:select(sessions, [{{{'_', Host}, '_'}, [], ['$_']}]),
    lists:foreach(fun({Key, _}) -> ets:delete(sessions, Key) end, Found), % expect: erlang-ets confidence<60
    Found.
