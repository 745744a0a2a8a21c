%% Whoever installs the application makes the table; of the servers there may be many.
-module(server_named_elsewhere_bad).
-behaviour(gen_server).
-export([install/0, start_link/0, init/1, handle_call/3, handle_cast/2]).

install() -> ets:new(scores, [named_table, public]).

start_link() -> gen_server:start_link(?MODULE, [], []).

init([]) -> {ok, none}.

handle_call({add, Player, N}, _From, State) ->
    [{_, Score}] = ets:lookup(scores, Player), % access: read
    ets:insert(scores, {Player, Score + N}), % expect: erlang-ets error
    {reply, Score, State}.

handle_cast(_, State) -> {noreply, State}.
