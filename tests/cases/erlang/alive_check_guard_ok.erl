%% Nobody sends to a name: the guards of send/2 and the clauses of with/2 leave processes and pairs only.
-module(alive_check_guard_ok).
-export([ask/2, stop/1, tell/1]).

ask(Name, Request) ->
    case whereis(Name) of
        undefined -> none;
        _ -> with(Name, fun(To) -> send(To, Request) end)
    end.

stop(Name) when is_atom(Name) ->
    case whereis(Name) of
        undefined -> none;
        _ -> send(Name, stop)
    end.

with(Pid, Do) when is_pid(Pid) -> Do(Pid);
with(Name, Do) when is_atom(Name) ->
    case whereis(Name) of
        Pid when is_pid(Pid) -> Do(Pid);
        undefined -> exit(noproc)
    end;
with({_, Node} = Far, Do) when is_atom(Node) -> Do(Far).

send(To, Request)
  when is_pid(To) andalso node(To) =:= node()
       orelse (element(2, To) =:= node() andalso tuple_size(To) =:= 2) ->
    To ! Request, % ok: erlang-alive-check
    ok;
send(To, _) when is_atom(To) =:= false; is_reference(To) ->
    To ! far.

tell(Name) when is_atom(Name) ->
    case whereis(Name) of
        undefined -> none;
        _ ->
            if
                is_atom(Name) -> none;
                true -> Name ! hello
            end
    end.
