%% Failures are caught, here and one call up.
-module(registry_caught_ok).
-export([start/1, start2/1]).

start(Name) ->
    case whereis(Name) of
        undefined -> catch register(Name, self()); % ok: erlang-registry
        _ -> ok
    end.

start2(Name) ->
    case whereis(Name) of
        undefined ->
            try do_register(Name)
            catch _:_ -> ok
            end;
        _ -> ok
    end.

do_register(Name) ->
    register(Name, self()).
