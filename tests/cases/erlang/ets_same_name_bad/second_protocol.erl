%% The second server only uses the table that the first one makes.
-module(second_protocol).
-behaviour(gen_server).
-export([start_link/0, init/1, handle_call/3, handle_cast/2]).

start_link() -> gen_server:start_link({local, ?MODULE}, ?MODULE, [], []).

init([]) -> {ok, none}.

handle_call(_, _, State) -> {reply, ok, State}.

handle_cast({abort, Id}, State) ->
    ets:insert(transactions, {Id, []}),
    {noreply, State}.
