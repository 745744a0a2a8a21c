#!/usr/bin/env escript
%% One process counts all files.
main(Files) ->
    ets:new(words, [named_table, public]),
    [count(F) || F <- Files],
    io:format("~p~n", [ets:tab2list(words)]).
count(F) ->
    {ok, B} = file:read_file(F),
    [begin
         N = case ets:lookup(words, W) of [] -> 0; [{_, C}] -> C end,
         ets:insert(words, {W, N + 1}) % ok: erlang-ets
     end || W <- binary:split(B, <<" ">>, [global])].
