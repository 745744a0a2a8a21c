%% Who was found is only handed on: what the other node answers says nothing about the name here.
%% args: --min-confidence 0
-module(alive_check_told_ok).
-export([connect/2, remote/2, watch/2]).

connect(Node, Handle) ->
    Monitor = whereis(monitor),
    case rpc:call(Node, ?MODULE, remote, [Handle, Monitor]) of
        {ok, Pid} -> Pid;
        {badrpc, _} -> monitor ! {failed, Handle} % expect: erlang-alive-check confidence<25
    end.

remote(Handle, Monitor) when node(Monitor) =/= node() ->
    Ref = watch(Handle, Monitor),
    case put(Handle, {Ref, node(Monitor)}) of
        undefined -> {ok, self()};
        Old -> {error, Old}
    end.

watch(Handle, Pid) when is_pid(Pid) ->
    {Handle, monitor(process, Pid)}.
