%% Silenced the way Dialyzer users did it.
-module(registry_nowarn_ok).
-export([start/1]).
-dialyzer({nowarn_function, start/1}).

start(Name) ->
    case whereis(Name) of
        undefined -> register(Name, self()); % ok: erlang-registry
        _ -> ok
    end.
