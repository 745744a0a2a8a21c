%% Several processes pass the look before the first of them counts: more than Max get in.
-module(atomics_limit_bad).
-export([enter/2, try_enter/2, ignore_answer/2]).

enter(Ref, Max) ->
    case counters:get(Ref, 1) of
        N when N < Max -> counters:add(Ref, 1, 1), ok; % expect: erlang-atomics confidence>=60 "add_get"
        _ -> full
    end.

try_enter(Ref, Max) ->
    case atomics:get(Ref, 1) < Max of
        true -> atomics:add(Ref, 1, 1), true; % expect: erlang-atomics
        false -> false
    end.

ignore_answer(Ref, Max) ->
    case atomics:get(Ref, 1) < Max of
        true ->
            atomics:add_get(Ref, 1, 1), % expect: erlang-atomics confidence>=50
            true;
        false -> false
    end.
