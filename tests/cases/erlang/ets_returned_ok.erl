%% The table goes through an exported function that hands back what it was given: only who made it gets it.
-module(ets_returned_ok).
-export([count/1, fold/3]).

count(Words) ->
    Tab = fold(fun bump/2, ets:new(words, [public]), Words),
    Result = ets:tab2list(Tab),
    ets:delete(Tab),
    Result.

fold(F, Acc, [Word | Words]) -> fold(F, F(Word, Acc), Words);
fold(_, Acc, []) -> Acc.

bump(Word, Tab) ->
    case ets:lookup(Tab, Word) of
        [] -> ets:insert(Tab, {Word, 1}); % ok: erlang-ets
        [{Word, N}] -> ets:insert(Tab, {Word, N + 1})
    end,
    Tab.
