%% Who is looked up is only told to another node; what that one answers decides.
%% args: --min-confidence 0
-module(alive_check_answer_ok).
-export([connect/2, remote/2]).

connect(Node, Handle) ->
    Monitor = whereis(monitor),
    case rpc:call(Node, ?MODULE, remote, [Handle, Monitor]) of
        {ok, Pid} -> Pid;
        _ -> monitor ! {failed, Handle} % expect: erlang-alive-check confidence<25
    end.

remote(Handle, Monitor) ->
    case get(Handle) of
        undefined -> none;
        Pid -> Pid ! {watch, Monitor}, {ok, Pid}
    end.
