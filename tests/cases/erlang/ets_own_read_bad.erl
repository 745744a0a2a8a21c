%% As ets_own_read_ok, but what is read is in the table that others write to.
-module(ets_own_read_bad).
-export([new/0, count/3]).

new() -> ets:new(totals, [named_table, public]).

count(Word, N, Publish) ->
    Own = ets:new(words, [private]),
    ets:insert(Own, {Word, N}),
    Known = ets:lookup_element(totals, words, 2), % access: read
    To = case Publish of
        true -> totals;
        false -> Own
    end,
    ets:insert(To, {words, Known + N}). % expect: erlang-ets "only for some values"
