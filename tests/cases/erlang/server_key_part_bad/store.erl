-module(store).
-behaviour(gen_server).
-export([start_link/1, init/1, handle_call/3, handle_cast/2]).

-record(state, {store}).

start_link(Store) -> gen_server:start_link(?MODULE, Store, []).

init(Store) -> {ok, #state{store = Store}}.

handle_call({add, Kind, Value}, _From, State) ->
    records:note({Kind, all}, Value),
    {reply, ok, State}.

handle_cast({add, Kind, Packing, Value}, State) ->
    records:note({Kind, Packing, all}, Value),
    {noreply, State}.
