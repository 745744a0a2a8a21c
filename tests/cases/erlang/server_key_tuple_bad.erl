%% The key comes from the message: two servers of the module can get the same one.
-module(server_key_tuple_bad).
-behaviour(gen_server).
-export([start_link/1, init/1, handle_call/3, handle_cast/2]).

-record(state, {name}).

start_link(Name) -> gen_server:start_link(?MODULE, Name, []).

init(Name) -> {ok, #state{name = Name}}.

handle_call({next, Name}, _From, State) ->
    Round = persistent_term:get({?MODULE, round, Name}), % access: read
    persistent_term:put({?MODULE, round, Name}, Round + 1), % expect: erlang-persistent-term error confidence>=65
    {reply, Round, State}.

handle_cast(_, State) -> {noreply, State}.
