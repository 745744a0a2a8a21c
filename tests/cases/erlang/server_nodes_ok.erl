%% There is one of them on all nodes together.
-module(server_nodes_ok).
-behaviour(gen_server).
-export([start_link/0, init/1, handle_call/3, handle_cast/2]).

start_link() -> gen_server:start_link({global, ?MODULE}, ?MODULE, [], []).

init([]) -> {ok, none}.

handle_call(elect, _From, State) ->
    case global:whereis_name(leader) of
        undefined -> global:re_register_name(leader, self()); % ok: erlang-global
        Pid -> Pid
    end,
    {reply, ok, State};
handle_call({add, Key}, _From, State) ->
    [{account, _, N}] = mnesia:dirty_read(account, Key),
    mnesia:dirty_write({account, Key, N + 1}), % ok: erlang-mnesia
    {reply, ok, State}.

handle_cast(_, State) -> {noreply, State}.
