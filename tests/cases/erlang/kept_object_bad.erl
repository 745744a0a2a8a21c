%% A server keeps an object of a shared table in its state and writes it back: a new name in the table is lost.
-module(kept_object_bad).
-behaviour(gen_server).
-export([start/0, start_link/1, init/1, handle_call/3, handle_cast/2, rename/2]).

-record(state, {user}).

start() -> ets:new(users, [named_table, public]).

start_link(Id) -> gen_server:start_link(?MODULE, Id, []).

init(Id) ->
    [User] = ets:lookup(users, Id), % access[save]: read; access[score]: read
    {ok, #state{user = User}}.

handle_call(save, _From, #state{user = User} = State) ->
    ets:insert(users, User), % expect[save]: erlang-ets warning "erlang-start-kept-object"
    {reply, ok, State};
handle_call({score, By}, _From, #state{user = {Id, Name, Score}} = State) ->
    User = {Id, Name, Score + By},
    ets:insert(users, User), % expect[score]: erlang-ets warning "rename/2 has written"
    {reply, ok, State#state{user = User}}.

handle_cast(_, State) -> {noreply, State}.

rename(Id, Name) -> ets:update_element(users, Id, {2, Name}).
