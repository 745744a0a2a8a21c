%% Each server has opened the table that it writes to, under a name that it was given.
-module(dets_own_table_note).
-behaviour(gen_server).
-export([start_link/1, init/1, handle_call/3, handle_cast/2]).

-record(state, {table}).

start_link(Name) -> gen_server:start_link(?MODULE, [Name], []).

init([Name]) ->
    {ok, Table} = dets:open_file(Name, []),
    {ok, #state{table = Table}}.

handle_call({update, Key, Fun}, _From, #state{table = Table} = State) ->
    [{_, Value}] = dets:lookup(Table, Key),
    ok = dets:insert(Table, {Key, Fun(Value)}), % expect: erlang-dets note "erlang-key-of-server" confidence<50
    {reply, ok, State}.

handle_cast(_, State) -> {noreply, State}.
