%% The supervisor gives the table to each of its children.
-module(child_table).
-behaviour(gen_server).
-export([start_link/1, init/1, handle_call/3, handle_cast/2]).

start_link(Tab) -> gen_server:start_link(?MODULE, Tab, []).

init(Tab) -> {ok, Tab}.

handle_call(_, _From, Tab) -> {reply, ok, Tab}.

handle_cast({add, Key}, Tab) ->
    [{_, N}] = ets:lookup(Tab, Key), % access: read
    ets:insert(Tab, {Key, N + 1}), % expect: erlang-ets confidence>=50 "children"
    {noreply, Tab}.
