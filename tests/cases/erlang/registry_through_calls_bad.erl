%% The check and the act are in different functions, several calls apart.
-module(registry_through_calls_bad).
-export([start/1]).

start(Name) ->
    case is_free(Name) of
        true -> level1(Name); % expect: erlang-registry
        false -> already
    end.

is_free(Name) ->
    whereis(Name) =:= undefined. % access: read

level1(Name) -> level2(Name, x).
level2(Name, _) -> level3({name, Name}).
level3({name, Name}) -> level4(Name).
level4(Name) -> level5(Name).
level5(Name) -> level6(Name).
level6(Name) ->
    register(Name, self()).
