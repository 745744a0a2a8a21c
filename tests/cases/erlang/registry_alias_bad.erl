%% The same name through a guard, a pattern and a comparison.
-module(registry_alias_bad).
-export([guard/2, pattern/2, compared/2]).

guard(Name, Other) when Name =:= Other ->
    case whereis(Name) of % access[a]: read
        undefined -> register(Other, self()); % expect[a]: erlang-registry
        _ -> ok
    end.

pattern(Name, Spec) ->
    case Spec of
        {start, Name} ->
            case whereis(Name) of % access[b]: read
                undefined -> register(element(2, Spec), self()); % expect[b]: erlang-registry
                _ -> ok
            end;
        _ ->
            ok
    end.

compared(Name, Other) ->
    case Name == Other of
        true ->
            case whereis(Other) of % access[c]: read
                undefined -> register(Name, self()); % expect[c]: erlang-registry
                _ -> ok
            end;
        false ->
            ok
    end.
