%% The same ways of calling, for other names, other functions and calls with the wrong number of arguments.
-module(registry_by_value_ok).
-export([other_name/0, other_function/0, wrong_arity/0]).

other_name() ->
    case apply(erlang, whereis, [five]) of
        undefined -> apply(erlang, register, [six, self()]); % ok: erlang-registry
        Pid -> Pid
    end.

other_function() ->
    Module = erlang,
    case Module:get(seven) of
        undefined -> Module:register(seven, self()); % ok: erlang-registry
        Pid -> Pid
    end.

wrong_arity() ->
    case apply(erlang, whereis, []) of
        undefined -> register(eight, self()); % ok: erlang-registry
        Pid -> Pid
    end.
