%% The table is emptied for one message and filled for another: nothing says that it is filled again at once.
-module(table_refill_messages_ok).
-behaviour(gen_server).
-export([start_link/0, init/1, handle_call/3, handle_cast/2, groups/1]).

start_link() -> gen_server:start_link({local, ?MODULE}, ?MODULE, [], []).

init([]) ->
    ets:new(groups, [named_table, protected]),
    {ok, nil}.

groups(Name) -> ets:lookup(groups, Name).

handle_call(drop_all, _From, State) ->
    ets:delete_all_objects(groups), % ok: erlang-ets
    {reply, ok, State};
handle_call({add, Name, Pid}, _From, State) ->
    ets:insert(groups, {Name, Pid}),
    {reply, ok, State}.

handle_cast(_, State) -> {noreply, State}.
