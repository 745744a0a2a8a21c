%% As ets_returned_ok, but the exported function returns a table that it has made.
-module(ets_returned_bad).
-export([words/1, bump/2]).

words(Words) -> lists:foldl(fun bump/2, new(), Words).

new() -> ets:new(words, [public]).

bump(Word, Tab) ->
    case ets:lookup(Tab, Word) of % access: read
        [] -> ets:insert(Tab, {Word, 1});
        [{Word, N}] -> ets:insert(Tab, {Word, N + 1}) % expect: erlang-ets
    end,
    Tab.
