%% Nobody else gets the table that each server has in its state, or writes the one that is named.
-module(server_state_ok).
-behaviour(gen_server).
-export([start_link/0, start_worker/1, init/1, handle_call/3, handle_cast/2]).

-record(state, {own, common}).

start_link() -> gen_server:start_link(?MODULE, [], []).

start_worker(Common) -> gen_server:start_link(?MODULE, Common, []).

init(Common) -> {ok, #state{own = ets:new(own, [public]), common = Common}}.

handle_call({get, Key}, _From, #state{own = Tab} = State) -> {reply, ets:lookup(Tab, Key), State}.

handle_cast({add, Key}, #state{own = Tab} = State) ->
    [{_, N}] = ets:lookup(Tab, Key),
    ets:insert(Tab, {Key, N + 1}), % ok: erlang-ets
    {noreply, State}.
