%% The process may end between the check and the unregister.
-module(registry_unregister_bad).
-export([stop/0]).

stop() ->
    case whereis(worker) of % access: read
        undefined -> ok;
        _Pid -> unregister(worker) % expect: erlang-registry "unregister/1"
    end.
