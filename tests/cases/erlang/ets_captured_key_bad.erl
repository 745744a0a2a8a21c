%% The fun captures the key. What the other clause writes is no constant that everybody would write.
-module(ets_captured_key_bad).
-export([new/0, go/1]).

new() -> ets:new(counts, [public, named_table]).

go(Key) -> spawn(fun() -> count(Key) end).

count(Key) ->
    case ets:lookup(counts, Key) of % access[a]: read; access[b]: read
        [] -> ets:insert(counts, {Key, 1}); % expect[a]: erlang-ets error
        [{_, N}] -> ets:insert(counts, {Key, N + 1}) % expect[b]: erlang-ets error
    end.
