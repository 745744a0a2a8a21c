%% The name is looked up and the message goes to the pid: the second clause is never for a name.
-module(alive_check_pid_ok).
-export([ask/2, ask_twice/1]).

ask(Name, Request) when is_atom(Name) ->
    case whereis(Name) of
        undefined -> none;
        Pid -> ask(Pid, Request)
    end;
ask(Pid, Request) when is_pid(Pid) ->
    Pid ! {self(), Request}. % ok: erlang-alive-check

ask_twice(Server) ->
    case ask(Server, first) of
        none -> none;
        _ -> ask(Server, second)
    end.
