%% The same through an interface of functions around gen_server:call and cast.
-module(server_call_bad).
-export([bump/1]).

bump(Server) ->
    Value = value(Server),
    set(Server, Value + 1). % expect: erlang-server-update

value(Server) ->
    gen_server:call(Server, get). % access: read

set(Server, Value) ->
    gen_server:cast(Server, {set, Value}).
