%% The process that takes the name is watched by the one that started it, which hears when it fails.
%% args: --min-confidence 0
-module(registry_monitored_ok).
-export([start/1]).

start(Name) ->
    case whereis(Name) of
        undefined ->
            Starter = self(),
            Pid = spawn(fun() -> init(Name, Starter) end), % expect: erlang-registry confidence<25
            Ref = erlang:monitor(process, Pid),
            receive
                {Pid, started} -> erlang:demonitor(Ref, [flush]), {ok, Pid};
                {'DOWN', Ref, process, Pid, Reason} -> {error, Reason}
            end;
        Pid ->
            {error, {already_started, Pid}}
    end.

init(Name, Starter) ->
    register(Name, self()),
    Starter ! {self(), started},
    receive stop -> ok end.
