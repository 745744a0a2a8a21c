%% Code without callers, as far as this program shows.
-module(registry_no_callers_note).
-export([run/0]).

run() -> ok.

start() ->
    case whereis(worker) of  % access: read
        undefined -> register(worker, self());  % expect: erlang-registry
        Pid -> Pid
    end.
