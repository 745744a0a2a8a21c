%% The fun that is called is not known: any function that got out of sight may be behind it.
-module(registry_unknown_call_bad).
-export([foo/3, bar/0]).

foo(Fun, N, M) when N =:= M ->
    case whereis(N) of % access: read
        undefined -> Fun(M);
        Pid -> Pid
    end.

bar() ->
    somewhere_else:keep(fun(Name) -> register(Name, self()) end). % expect: erlang-registry note
