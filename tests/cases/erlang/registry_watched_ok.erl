%% The starter of the process that fails is told of it.
-module(registry_watched_ok).
-export([start/0]).

start() ->
    {Pid, Ref} = spawn_monitor(fun() ->
        case whereis(watched) of
            undefined -> register(watched, self()), loop(); % ok: erlang-registry
            _ -> exit(already)
        end
    end),
    receive {'DOWN', Ref, process, Pid, _} -> whereis(watched) after 100 -> Pid end.

loop() -> receive _ -> loop() end.
