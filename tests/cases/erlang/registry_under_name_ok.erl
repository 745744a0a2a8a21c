%% Who gets to the second name has taken the first one: there is one such process at a time.
-module(registry_under_name_ok).
-export([start/0]).

start() -> spawn(fun() -> init() end).

init() ->
    register(first_server, self()),
    start_second(),
    receive stop -> ok end.

start_second() ->
    case whereis(second_server) of
        undefined -> register(second_server, spawn(fun() -> receive stop -> ok end end)); % ok: erlang-registry
        Pid -> Pid
    end.
