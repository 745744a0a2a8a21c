%% An -endif too many is said, and the rest is analysed.
-module(bad_endif_bad).
-export([start/1]).
-endif. % expect-diagnostic: without a condition before it

start(Name) ->
    case whereis(Name) of % access: read
        undefined -> register(Name, self()); % expect: erlang-registry error
        _ -> ok
    end.
