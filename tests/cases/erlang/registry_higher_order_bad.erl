%% In funs of lists:foreach and in comprehensions.
-module(registry_higher_order_bad).
-export([all/1, some/1]).

all(Names) ->
    lists:foreach(
        fun(Name) ->
            case whereis(Name) of % access[a]: read
                undefined -> register(Name, spawn(fun idle/0)); % expect[a]: erlang-registry
                _ -> ok
            end
        end,
        Names).

some(Names) ->
    [register(Name, spawn(fun idle/0)) % expect[b]: erlang-registry
     || Name <- Names, whereis(Name) =:= undefined]. % access[b]: read

idle() -> receive stop -> ok end.
