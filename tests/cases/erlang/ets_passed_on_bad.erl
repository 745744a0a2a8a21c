%% Helpers that update what was found and hand on everything else: what is left for the last clause is only what no
%% clause before has taken.
-module(ets_passed_on_bad).
-export([init/0, set/1, count/1, name/1]).

-record(item, {id, n = 0, name}).

init() -> ets:new(items, [named_table, public, {keypos, #item.id}]).

set(K) ->
    case stamped(K) of
        {ok, S} -> ets:insert(items, S); % expect[set]: erlang-ets confidence>=80 "items, key K"
        E -> E
    end.

stamped(K) ->
    case renamed(K) of
        {ok, S} -> {ok, setelement(#item.n, S, 1)};
        E -> E
    end.

renamed(K) ->
    case find(K) of
        {ok, S} -> {ok, setelement(#item.name, S, new)};
        E -> E
    end.

find(K) ->
    case ets:lookup(items, K) of % access[set]: read
        [S] -> {ok, S};
        [] -> error
    end.

%% The result of the last clause is a list or a tuple of another size.
count(K) ->
    case counted(K) of
        [S] -> ets:insert(items, S#item{name = counted}); % expect[count]: erlang-ets confidence>=80 "items, key K"
        _ -> none
    end.

counted(K) ->
    case raised(K) of
        [S] -> [S#item{n = 1}];
        Other -> Other
    end.

raised(K) ->
    case fetch(K) of
        [S] -> [setelement(#item.n, S, 2)];
        Other -> Other
    end.

fetch(K) ->
    case ets:lookup(items, K) of % access[count]: read
        [S] -> [S];
        [] -> {error, K, none}
    end.

%% By try.
name(K) ->
    try named(K) of
        {found, S} -> ets:insert(items, S); % expect[name]: erlang-ets confidence>=80 "items, key K"
        Other -> Other
    catch
        throw:none -> none
    end.

named(K) ->
    try kept(K) of
        {found, S} -> {found, S#item{name = K}};
        Other -> Other
    catch
        throw:nothing -> throw(none)
    end.

kept(K) ->
    case ets:lookup(items, K) of % access[name]: read
        [S] -> {found, S};
        [] when K =:= any -> throw(nothing);
        [] -> {missing, K}
    end.
