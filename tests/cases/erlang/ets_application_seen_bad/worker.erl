%% Servers of the application run the update, and there can be several of them.
-module(worker).
-behaviour(gen_server).
-export([start_link/0, init/1, handle_call/3, handle_cast/2, bump/1]).

start_link() -> gen_server:start_link(?MODULE, [], []).

init([]) -> {ok, none}.

handle_call({bump, Key}, _From, State) -> {reply, bump(Key), State}.

handle_cast(_, State) -> {noreply, State}.

bump(Key) ->
    [{_, N}] = ets:lookup(prefs, Key), % access: read
    ets:insert(prefs, {Key, N + 1}). % expect: erlang-ets error
