%% What the server gave is only taken out of the caller's own list: nothing of the server's is sent back changed.
-module(server_release_ok).
-export([use/2]).

use(Server, Mine) ->
    {ok, Used} = gen_server:call(Server, {pick, Mine}),
    gen_server:call(Server, {release, Mine -- [Used]}). % ok: erlang-server-update
