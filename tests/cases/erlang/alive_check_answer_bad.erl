%% The function that is called by name tests what it is given.
-module(alive_check_answer_bad).
-export([connect/2, remote/2]).

connect(Node, Handle) ->
    Monitor = whereis(monitor), % access: read
    case rpc:call(Node, ?MODULE, remote, [Handle, Monitor]) of
        ok -> monitor ! {connected, Handle}; % expect: erlang-alive-check confidence>=50 "monitor"
        _ -> none
    end.

remote(_, undefined) -> none;
remote(Handle, Monitor) ->
    put(Handle, Monitor),
    ok.
