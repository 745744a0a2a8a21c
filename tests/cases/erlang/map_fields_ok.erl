%% The same ways, but the key of the map is another one.
-module(map_fields_ok).
-export([init/0, count/1, reset/2, stored/1]).

init() -> ets:new(map_tab, [named_table, public]).

count(K) ->
    [{_, V}] = ets:lookup(map_tab, K),
    store(#{key => {copy, K}, val => V + 1}).

store(#{key := K, val := V}) -> ets:insert(map_tab, {K, V}).

reset(K, Options) ->
    case ets:lookup(map_tab, K) of
        [] -> store(Options#{val => 0, key => {new, K}});
        _ -> ok
    end.

stored(K) ->
    [{_, V}] = ets:lookup(map_tab, K),
    save(maps:put(id, {old, K}, #{id => K, count => V})).

save(M) -> ets:insert(map_tab, {maps:get(id, M), maps:get(count, M)}).
