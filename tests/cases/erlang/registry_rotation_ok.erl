%% As the bad twin, but no round takes the name that was looked at.
-module(registry_rotation_ok).
-export([start/7]).

start(A, B, C, D, E, F, G) ->
    case whereis(G) of
        undefined -> take(6, A, B, C, D, E, F, other);
        _ -> ok
    end.

take(0, _, _, _, _, _, _, _) -> ok;
take(N, A, B, C, D, E, F, G) ->
    register(A, spawn(fun() -> receive stop -> ok end end)), % ok: erlang-registry
    take(N - 1, B, C, D, E, F, G, A).
