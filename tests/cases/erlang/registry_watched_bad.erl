%% Nobody is told.
-module(registry_watched_bad).
-export([start/0]).

start() ->
    spawn(fun() ->
        case whereis(watched) of % access: read
            undefined -> register(watched, self()), loop(); % expect: erlang-registry
            _ -> exit(already)
        end
    end).

loop() -> receive _ -> loop() end.
