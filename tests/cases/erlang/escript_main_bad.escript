#!/usr/bin/env escript
%% One process for each file.
main(Files) ->
    ets:new(words, [named_table, public]),
    Me = self(),
    [spawn_link(fun() -> count(F), Me ! done end) || F <- Files],
    [receive done -> ok end || _ <- Files],
    io:format("~p~n", [ets:tab2list(words)]).
count(F) ->
    {ok, B} = file:read_file(F),
    [begin
         N = case ets:lookup(words, W) of [] -> 0; [{_, C}] -> C end,
         ets:insert(words, {W, N + 1}) % expect: erlang-ets confidence>=50
     end || W <- binary:split(B, <<" ">>, [global])].
