%% Failures are caught, here and one call up.
%% args: --min-confidence 0
-module(registry_caught_ok).
-export([start/1, start2/1]).

start(Name) ->
    case whereis(Name) of
        undefined -> catch register(Name, self()); % expect: erlang-registry confidence<25
        _ -> ok
    end.

start2(Name) ->
    case whereis(Name) of
        undefined ->
            try do_register(Name) % expect: erlang-registry confidence<25
            catch _:_ -> ok
            end;
        _ -> ok
    end.

do_register(Name) ->
    register(Name, self()).
