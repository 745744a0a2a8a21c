%% The module makes the table, but not by the start of its servers: there may be any number of them.
-module(server_setup_bad).
-behaviour(gen_server).
-export([setup/0, start_link/1, init/1, handle_call/3, handle_cast/2]).

setup() -> ets:new(setup_counts, [named_table, public]).

start_link(Args) -> gen_server:start_link(?MODULE, Args, []).

init(Args) -> {ok, Args}.

handle_call(_, _From, State) -> {reply, ok, State}.

handle_cast({add, Key}, State) ->
    [{_, N}] = ets:lookup(setup_counts, Key), % access: read
    ets:insert(setup_counts, {Key, N + 1}), % expect: erlang-ets confidence>=50 "setup_counts"
    {noreply, State}.
