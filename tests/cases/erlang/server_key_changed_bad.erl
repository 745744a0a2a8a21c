%% The key is in the state that a function gives, but it has come with the message: servers share it.
-module(server_key_changed_bad).
-behaviour(gen_server).
-export([start_link/1, init/1, handle_call/3, handle_cast/2]).

-record(state, {name, rounds = 0}).

start_link(Name) -> gen_server:start_link(?MODULE, Name, []).

init(Name) -> {ok, #state{name = Name}}.

handle_call(_, _From, State) -> {reply, ok, State}.

handle_cast({next, Name}, State) -> {noreply, next(renamed(Name, State))}.

renamed(Name, State) -> State#state{name = Name}.

next(#state{name = Name} = State) ->
    Round = persistent_term:get({?MODULE, round, Name}, 0), % access: read
    persistent_term:put({?MODULE, round, Name}, Round + 1), % expect: erlang-persistent-term confidence>=50
    State.
