%% The arguments of start_child/2 come behind those of the specification.
-module(added).
-behaviour(gen_server).
-export([start_link/2, init/1, handle_call/3, handle_cast/2]).

start_link(Kind, Tab) -> gen_server:start_link(?MODULE, {Kind, Tab}, []).

init({Kind, Tab}) -> {ok, {Kind, Tab}}.

handle_call(_, _From, State) -> {reply, ok, State}.

handle_cast({add, Key}, {_, Tab} = State) ->
    [{_, N}] = ets:lookup(Tab, Key), % access: read
    ets:insert(Tab, {Key, N + 1}), % expect: erlang-ets confidence>=50 "added"
    {noreply, State}.
