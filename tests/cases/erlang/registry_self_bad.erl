%% A process that looks and registers by itself is not the only one of its kind before it has the name.
-module(registry_self_bad).
-export([start/0, init/1]).

start() ->
    spawn_link(?MODULE, init, [self()]).

init(Parent) ->
    case whereis(lonely) of % access: read
        undefined -> register(lonely, self()); % expect: erlang-registry "lonely"
        _ -> exit(aborted)
    end,
    Parent ! started.
