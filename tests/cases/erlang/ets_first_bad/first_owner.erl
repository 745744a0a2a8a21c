-module(first_owner).
-behaviour(gen_server).
-export([start_link/0, init/1, handle_call/3, handle_cast/2]).

start_link() -> gen_server:start_link({local, first_owner}, ?MODULE, [], []).

init([]) ->
    ets:new(first_table, [named_table, public]),
    ets:insert(first_table, {subscribers, []}),
    {ok, none}.

handle_call(reset, _From, State) ->
    ets:insert(first_table, {subscribers, []}),
    {reply, ok, State}.

handle_cast(_, State) -> {noreply, State}.
