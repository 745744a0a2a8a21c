%% Each round of the recursion turns the names by one: the last one is taken after six more rounds.
-module(registry_rotation_bad).
-export([start/7]).

start(A, B, C, D, E, F, G) ->
    case whereis(G) of % access: read
        undefined -> take(7, A, B, C, D, E, F, G);
        _ -> ok
    end.

take(0, _, _, _, _, _, _, _) -> ok;
take(N, A, B, C, D, E, F, G) ->
    register(A, spawn(fun() -> receive stop -> ok end end)), % expect: erlang-registry warning
    take(N - 1, B, C, D, E, F, G, A).
