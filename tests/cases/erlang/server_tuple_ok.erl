%% The part of the tuple that is sent is not the one that was computed from the answer.
-module(server_tuple_ok).
-export([bump/2]).

bump(S, K) ->
    V = gen_server:call(S, {get, K}),
    set(S, {K, V + 1, K}).

set(S, {K, V, Name}) ->
    io:format("~p~n", [V]),
    gen_server:cast(S, {seen, K, Name}).
