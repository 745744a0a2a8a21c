%% The table is an argument of the servers' start.
-module(server_given_bad).
-behaviour(gen_server).
-export([run/0, init/1, handle_call/3, handle_cast/2]).

-record(state, {tab, id}).

run() ->
    Tab = ets:new(given, [public]),
    [gen_server:start_link(?MODULE, [Tab, Id], []) || Id <- [1, 2]].

init([Tab, Id]) -> {ok, #state{tab = Tab, id = Id}}.

handle_call(_, _From, State) -> {reply, ok, State}.

handle_cast({add, Key}, #state{tab = Tab} = State) ->
    [{_, N}] = ets:lookup(Tab, Key), % access: read
    ets:insert(Tab, {Key, N + 1}), % expect: erlang-ets confidence>=50 "given"
    {noreply, State}.
