%% Different names, or names that were compared and found different.
-module(registry_other_name_ok).
-export([f/1, g/2, h/2]).

f(Pid) ->
    case whereis(one) of
        undefined -> register(two, Pid); % ok: erlang-registry
        _ -> ok
    end.

g(Name, Other) when Name =/= Other ->
    case whereis(Name) of
        undefined -> register(Other, self());
        _ -> ok
    end.

h(Name, Other) ->
    case Name =:= Other of
        true -> ok;
        false ->
            case whereis(Name) of
                undefined -> register(Other, self());
                _ -> ok
            end
    end.
