%% A function that is written in C returns, whatever its stand-in says.
-module(nif_stub_bad).
-export([start/1, native/0]).

start(Pid) ->
    case whereis(stub) of % access: read
        undefined ->
            native(),
            register(stub, Pid); % expect: erlang-registry
        _ ->
            ok
    end.

native() ->
    erlang:nif_error(not_loaded).
