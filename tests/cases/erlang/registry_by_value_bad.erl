%% Built-ins that are called through apply, variables and funs.
-module(registry_by_value_bad).
-export([applied/0, in_variable/0, by_fun/0, fun_applied/0]).

applied() ->
    case apply(erlang, whereis, [one]) of % access[one]: read
        undefined -> erlang:apply(erlang, register, [one, self()]); % expect[one]: erlang-registry "one"
        Pid -> Pid
    end.

in_variable() ->
    Module = erlang,
    Ask = whereis,
    case Module:Ask(two) of % access[two]: read
        undefined -> Module:register(two, self()); % expect[two]: erlang-registry "two"
        Pid -> Pid
    end.

by_fun() ->
    Ask = fun erlang:whereis/1,
    case Ask(three) of % access[three]: read
        undefined -> (fun erlang:register/2)(three, self()); % expect[three]: erlang-registry "three"
        Pid -> Pid
    end.

fun_applied() ->
    case apply(fun erlang:whereis/1, [four]) of % access[four]: read
        undefined -> register(four, self()); % expect[four]: erlang-registry "four"
        Pid -> Pid
    end.
