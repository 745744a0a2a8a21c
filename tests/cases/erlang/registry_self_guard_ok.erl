%% Only the process that holds the name gives it up, whichever way it asks.
-module(registry_self_guard_ok).
-export([by_guard/0, by_if/0, by_pattern/0]).

by_guard() ->
    case whereis(worker) of
        Pid when Pid =:= self() -> unregister(worker); % ok: erlang-registry
        _ -> false
    end.

by_if() ->
    Pid = whereis(worker),
    if
        Pid == self() -> unregister(worker); % ok: erlang-registry
        true -> false
    end.

by_pattern() ->
    Me = self(),
    case whereis(worker) of
        Me -> unregister(worker); % ok: erlang-registry
        _ -> false
    end.
