%% Keys that are handed on in maps: by construction, update and maps:put, taken out by patterns and maps:get.
-module(map_fields_bad).
-export([init/0, count/1, reset/2, stored/1, renamed/2]).

init() -> ets:new(map_tab, [named_table, public]).

count(K) ->
    [{_, V}] = ets:lookup(map_tab, K), % access[count]: read
    store(#{key => K, val => V + 1}). % expect[count]: erlang-ets confidence>=80 "map_tab, key K"

store(#{key := K, val := V}) -> ets:insert(map_tab, {K, V}).

reset(K, Options) ->
    case ets:lookup(map_tab, K) of % access[reset]: read
        [] -> store(Options#{val => 0, key => K}); % expect[reset]: erlang-ets
        _ -> ok
    end.

stored(K) ->
    [{_, V}] = ets:lookup(map_tab, K), % access[stored]: read
    save(maps:put(count, V + 1, #{id => K, count => 0})). % expect[stored]: erlang-ets confidence>=80 "map_tab, key K"

save(M) -> ets:insert(map_tab, {maps:get(id, M), maps:get(count, M)}).

%% The key of a map that was handed in, through an update of something else.
renamed(M, Name) ->
    [{_, V}] = ets:lookup(map_tab, maps:get(id, M)), % access[renamed]: read
    put_in(M#{name => Name, count => V}). % expect[renamed]: erlang-ets confidence>=80

put_in(#{id := Id, name := Name, count := N}) -> ets:insert(map_tab, {Id, {Name, N}}).
