-module(library_other).
-export([start/1]).

start(Name) ->
    case whereis(Name) of
        undefined -> register(Name, self());
        _ -> ok
    end.
