%% A check that throws decides on all that follows.
-module(registry_throw_bad).
-export([start/0, start2/0]).

start() ->
    must_be_free(first_name),
    register(first_name, self()). % expect[a]: erlang-registry "first_name"

must_be_free(Name) ->
    case whereis(Name) of % access[a]: read
        undefined -> ok;
        _ -> throw(already_started)
    end.

start2() ->
    undefined = whereis(second_name), % access[b]: read
    register(second_name, self()). % expect[b]: erlang-registry
