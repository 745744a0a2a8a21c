%% The server's own list is sent back without an element.
-module(server_release_bad).
-export([drop/2]).

drop(Server, Item) ->
    {ok, All} = gen_server:call(Server, get), % access: read
    gen_server:call(Server, {set, All -- [Item]}). % expect: erlang-server-update
