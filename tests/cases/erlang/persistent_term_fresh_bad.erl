%% Two processes make two counters: one of them counts where nobody will look.
-module(persistent_term_fresh_bad).
-export([counter/0, table/0, server/0]).

counter() ->
    case persistent_term:get(counter, undefined) of % access[c]: read
        undefined ->
            C = counters:new(4, []),
            persistent_term:put(counter, C), % expect[c]: erlang-persistent-term error
            C;
        C -> C
    end.

table() ->
    case persistent_term:get(table, undefined) of % access[t]: read
        undefined ->
            T = ets:new(t, [public]),
            persistent_term:put(table, {ready, T}), % expect[t]: erlang-persistent-term error
            T;
        {ready, T} -> T
    end.

server() ->
    case persistent_term:get(server, undefined) of % access[s]: read
        undefined ->
            Pid = spawn(fun() -> receive stop -> ok end end),
            persistent_term:put(server, Pid), % expect[s]: erlang-persistent-term error
            Pid;
        Pid -> Pid
    end.
