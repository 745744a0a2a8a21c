%% The table may be on several nodes, each of which has such a server.
-module(server_nodes_note).
-behaviour(gen_server).
-export([start_link/0, init/1, handle_call/3, handle_cast/2]).

start_link() -> gen_server:start_link({local, ?MODULE}, ?MODULE, [], []).

init([]) -> {ok, none}.

handle_call({add, Key}, _From, State) ->
    [{account, _, N}] = mnesia:dirty_read(account, Key), % access: read
    mnesia:dirty_write({account, Key, N + 1}), % expect: erlang-mnesia note confidence<50 "another node"
    {reply, ok, State}.

handle_cast(_, State) -> {noreply, State}.
