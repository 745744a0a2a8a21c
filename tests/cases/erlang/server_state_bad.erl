%% The server has the table in its state; others write it by its name.
-module(server_state_bad).
-behaviour(gen_server).
-export([start_link/0, reset/1, init/1, handle_call/3, handle_cast/2, handle_info/2]).

-record(state, {tab, count = 0}).

start_link() -> gen_server:start_link({local, ?MODULE}, ?MODULE, [], []).

reset(Key) -> ets:insert(kept, {Key, 0}).

init([]) -> {ok, #state{tab = ets:new(kept, [named_table, public])}}.

handle_call(count, _From, #state{count = N} = State) -> {reply, N, State#state{count = N + 1}}.

handle_cast({add, Key}, #state{tab = Tab} = State) ->
    [{_, N}] = ets:lookup(Tab, Key), % access: read
    ets:insert(Tab, {Key, N + 1}), % expect: erlang-ets confidence>=50 "one of the two processes is the server itself"
    {noreply, State}.

handle_info(_, State) -> {noreply, State}.
