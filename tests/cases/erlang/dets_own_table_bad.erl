%% The servers have a table in their state, but any process updates a table that it can name.
-module(dets_own_table_bad).
-behaviour(gen_server).
-export([start_link/1, init/1, handle_call/3, handle_cast/2, update/3]).

-record(state, {table}).

start_link(Name) -> gen_server:start_link(?MODULE, [Name], []).

init([Name]) ->
    {ok, Table} = dets:open_file(Name, []),
    {ok, #state{table = Table}}.

handle_call({reset, Key}, _From, #state{table = Table} = State) ->
    {reply, dets:insert(Table, {Key, 0}), State}.

handle_cast(_, State) -> {noreply, State}.

update(Table, Key, Fun) ->
    [{_, Value}] = dets:lookup(Table, Key), % access: read
    dets:insert(Table, {Key, Fun(Value)}). % expect: erlang-dets error confidence>=80
