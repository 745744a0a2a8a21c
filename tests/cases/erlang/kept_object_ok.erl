%% Only the key comes from the state, or nobody else writes the objects.
-module(kept_object_ok).
-behaviour(gen_server).
-export([start/0, start_link/1, init/1, handle_call/3, handle_cast/2, rename/2, find/1]).

-record(state, {id, user}).

start() ->
    ets:new(users, [named_table, public]),
    ets:new(names, [named_table, public]).

start_link(Id) -> gen_server:start_link(?MODULE, Id, []).

init(Id) ->
    [User] = ets:lookup(users, Id),
    {ok, #state{id = Id, user = User}}.

handle_call(save, _From, #state{user = User} = State) ->
    ets:insert(users, User), % ok: erlang-ets
    {reply, ok, State};
handle_call({name, Name}, _From, #state{id = Id} = State) ->
    ets:insert(names, {Id, Name}),
    {reply, ok, State}.

handle_cast(_, State) -> {noreply, State}.

rename(Id, Name) -> ets:insert(names, {Id, Name}).

find(Id) -> ets:lookup(names, Id).
