%% Each node has such a server, and they share global names.
-module(server_nodes_bad).
-behaviour(gen_server).
-export([start_link/0, init/1, handle_call/3, handle_cast/2]).

start_link() -> gen_server:start_link({local, ?MODULE}, ?MODULE, [], []).

init([]) -> {ok, none}.

handle_call(elect, _From, State) ->
    case global:whereis_name(leader) of % access: read
        undefined -> global:re_register_name(leader, self()); % expect: erlang-global confidence>=50
        Pid -> Pid
    end,
    {reply, ok, State}.

handle_cast(_, State) -> {noreply, State}.
