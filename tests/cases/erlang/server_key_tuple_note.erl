%% Each server has a term of its own: the name that it was started with is in the key.
-module(server_key_tuple_note).
-behaviour(gen_server).
-export([start_link/1, init/1, handle_call/3, handle_cast/2]).

-record(state, {name}).

start_link(Name) -> gen_server:start_link(?MODULE, Name, []).

init(Name) -> {ok, #state{name = Name}}.

handle_call(next, _From, #state{name = Name} = State) ->
    Round = persistent_term:get({?MODULE, round, Name}),
    persistent_term:put({?MODULE, round, Name}, Round + 1), % expect: erlang-persistent-term note "erlang-key-of-server" confidence<50
    {reply, Round, State}.

handle_cast(_, State) -> {noreply, State}.
