%% Many servers with one table, each under the key that it was started with.
-module(ets_if_missing_note).
-behaviour(gen_server).
-export([start_link/1, init/1, handle_call/3, handle_cast/2]).
-record(state, {host, other}).

start_link(Host) -> gen_server:start_link(?MODULE, [Host], []).

init([Host]) ->
    catch ets:new(sums, [named_table, public]),
    {ok, #state{host = Host}}.

handle_call(_, _, S) -> {reply, ok, S}.

handle_cast({add, N}, State) ->
    Host = State#state.host,
    [{_, V}] = ets:lookup(sums, Host), % access[here]: read
    ets:insert(sums, {Host, V + N}), % expect[here]: erlang-ets note "each may have its own"
    {noreply, State};
handle_cast({subtract, N}, State) ->
    subtract(State, N),
    {noreply, State}.

subtract(#state{host = Host}, N) ->
    [{_, V}] = ets:lookup(sums, Host), % access[there]: read
    ets:insert(sums, {Host, V - N}). % expect[there]: erlang-ets note "each may have its own"
