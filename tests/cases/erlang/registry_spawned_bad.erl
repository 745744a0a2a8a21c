%% The new process registers itself.
-module(registry_spawned_bad).
-export([ensure/0, init/1]).

ensure() ->
    case whereis(my_server) of % access: read
        undefined -> spawn_link(?MODULE, init, [my_server]);
        Pid -> Pid
    end.

init(Name) ->
    register(Name, self()), % expect: erlang-registry "my_server"
    receive stop -> ok end.
