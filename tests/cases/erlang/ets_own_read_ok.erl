%% What is read of a table that nobody else can reach does not go stale, wherever the result is put.
-module(ets_own_read_ok).
-export([new/0, count/3]).

new() -> ets:new(totals, [named_table, public]).

count(Word, N, Publish) ->
    Own = ets:new(words, [private]),
    ets:insert(Own, {Word, N}),
    Known = ets:lookup_element(Own, words, 2),
    To = case Publish of
        true -> totals;
        false -> Own
    end,
    ets:insert(To, {words, Known + N}). % ok: erlang-ets
