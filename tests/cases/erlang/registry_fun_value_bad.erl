%% The act is in a fun that is handed on, called by a function that was given it.
-module(registry_fun_value_bad).
-export([start/1, apply_start/1, take/1]).

start(Name) ->
    Do = fun() -> register(Name, self()) end, % expect[a]: erlang-registry
    case whereis(Name) of % access[a]: read
        undefined -> run(Do);
        _ -> ok
    end.

run(Fun) -> Fun().

apply_start(Name) ->
    case whereis(Name) of % access[b]: read
        undefined -> apply(?MODULE, take, [Name]); % expect[b]: erlang-registry
        _ -> ok
    end.

take(Name) -> register(Name, self()).
