%% A loop that acts, looks and goes round: the next round acts on what this one saw.
-module(registry_loop_bad).
-export([run/0]).

run() -> loop(none).

loop(free) ->
    register(looper, self()), % expect: erlang-registry
    ok;
loop(_) ->
    timer:sleep(10),
    case whereis(looper) of % access: read
        undefined -> loop(free);
        _ -> loop(taken)
    end.
