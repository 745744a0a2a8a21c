%% As the ok twin, but the second name can be taken without the first one.
-module(registry_under_name_bad).
-export([start/0, start_second/0]).

start() -> spawn(fun() -> init() end).

init() ->
    register(first_server, self()),
    start_it(),
    receive stop -> ok end.

start_second() -> start_it().

start_it() ->
    case whereis(second_server) of % access: read
        undefined -> register(second_server, spawn(fun() -> receive stop -> ok end end)); % expect: erlang-registry error
        Pid -> Pid
    end.
