%% What was looked up is thrown, and caught by who writes it back.
-module(thrown_bad).
-export([init/0, always/1, sometimes/1, plain/1, here/1, above/1]).

init() -> ets:new(thrown, [named_table, public]).

always(K) ->
    V = try fetch(K) catch throw:{v, X} -> X end,
    ets:insert(thrown, {K, V + 1}). % expect[always]: erlang-ets confidence>=80 "thrown, key K"

fetch(K) ->
    [{_, X}] = ets:lookup(thrown, K), % access[always]: read; access[above]: read
    throw({v, X}).

sometimes(K) ->
    V = try some(K), 0 catch throw:{v, X} -> X end,
    ets:insert(thrown, {K, V + 1}). % expect[some]: erlang-ets confidence>=80 "thrown, key K"

some(K) ->
    case ets:lookup(thrown, K) of % access[some]: read
        [{_, X}] -> throw({v, X});
        [] -> ok
    end.

plain(K) ->
    V = (catch value(K)),
    ets:insert(thrown, {K, V + 1}). % expect[plain]: erlang-ets confidence>=80 "thrown, key K"

value(K) ->
    [{_, X}] = ets:lookup(thrown, K), % access[plain]: read
    throw(X).

%% In the function itself.
here(K) ->
    try
        case ets:lookup(thrown, K) of % access[here]: read
            [{_, X}] -> throw({v, X});
            [] -> ok
        end
    catch
        throw:{v, Y} -> ets:insert(thrown, {K, Y + 1}) % expect[here]: erlang-ets confidence>=80 "thrown, key K"
    end.

%% Through a function that does not catch it.
above(K) ->
    try
        through(K)
    catch
        throw:{v, X} -> ets:insert(thrown, {K, X + 1}) % expect[above]: erlang-ets confidence>=80 "thrown, key K"
    end.

through(K) ->
    fetch(K),
    ok.
