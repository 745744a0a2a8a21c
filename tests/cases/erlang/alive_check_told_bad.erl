%% The function on the other node leaves the test to another one.
-module(alive_check_told_bad).
-export([connect/2, remote/2, ask/2, usable/1]).

connect(Node, Handle) ->
    Monitor = whereis(monitor),
    case rpc:call(Node, ?MODULE, remote, [Handle, Monitor]) of
        ok -> monitor ! {connected, Handle}; % expect: erlang-alive-check confidence>=50
        _ -> none
    end.

remote(Handle, Monitor) ->
    case usable(Monitor) of
        true -> put(Handle, Monitor), ok;
        false -> none
    end.

usable(undefined) -> false;
usable(_) -> true.

ask(Node, What) ->
    Server = whereis(ask_server),
    case rpc:call(Node, ?MODULE, usable, [Server]) of
        true -> ask_server ! What; % expect: erlang-alive-check confidence>=50
        _ -> none
    end.
