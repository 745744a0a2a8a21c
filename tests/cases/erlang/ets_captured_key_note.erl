%% The fun captures the key, and two clauses write the same constant.
-module(ets_captured_key_note).
-export([new/0, go/1]).

new() -> ets:new(seen, [public, named_table]).

go(Key) -> spawn(fun() -> see(Key) end).

see(Key) ->
    case ets:lookup(seen, Key) of % access[a]: read; access[b]: read
        [] -> ets:insert(seen, {Key, true}); % expect[a]: erlang-ets note "erlang-constant-only"
        [{_, false}] -> ets:insert(seen, {Key, true}); % expect[b]: erlang-ets note "erlang-constant-only"
        [{_, true}] -> ok
    end.
