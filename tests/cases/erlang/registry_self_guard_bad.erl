%% Another process holds the name: it can end, or give the name up, in between.
-module(registry_self_guard_bad).
-export([by_guard/0]).

by_guard() ->
    case whereis(worker) of % access[other]: read
        Pid when Pid =/= self(), is_pid(Pid) -> unregister(worker); % expect[other]: erlang-registry "worker"
        _ -> false
    end.
