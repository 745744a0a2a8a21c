%% Counters that others count on are read and removed in two steps: what was counted in between is lost.
-module(ets_counts_taken_bad).
-export([init/0, count/1, flush/1, flush_all/0]).

init() -> ets:new(hits, [named_table, public]).

count(Key) -> ets:update_counter(hits, Key, 1, {Key, 0}).

flush(Host) ->
    Found = ets:select(hits, [{{{'_', Host}, '_'}, [], ['$_']}]), % access[host]: read
    lists:foreach(fun({Key, _}) -> ets:delete(hits, Key) end, Found), % expect[host]: erlang-ets confidence>=50 "hits"
    Found.

flush_all() ->
    Found = ets:match_object(hits, '_'), % access[all]: read
    drop(Found),
    Found.

drop(Found) -> lists:foreach(fun({Key, _}) -> ets:delete(hits, Key) end, Found). % expect[all]: erlang-ets confidence>=50 "hits"
