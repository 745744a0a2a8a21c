%% Besides this server, only the start of the one that makes the table writes the key.
-module(first_subscr).
-behaviour(gen_server).
-export([start_link/0, init/1, handle_call/3, handle_cast/2]).

start_link() -> gen_server:start_link({local, first_subscr}, ?MODULE, [], []).

init([]) -> {ok, none}.

handle_call({add, Pid}, _From, State) ->
    [{_, List}] = ets:lookup(first_table, subscribers),
    ets:insert(first_table, {subscribers, [Pid | List]}), % expect: erlang-ets confidence<50 "erlang-others-create-table"
    {reply, ok, State}.

handle_cast(_, State) -> {noreply, State}.
