%% The same helper, but the fun is sent to another process, which runs it.
-module(fun_in_server_bad).
-behaviour(gen_server).
-export([start_link/0, init/1, handle_call/3, handle_cast/2, run/1, worker/0]).

start_link() -> gen_server:start_link({local, ?MODULE}, ?MODULE, [], []).

init([]) ->
    ets:new(totals, [named_table, public]),
    {ok, none}.

handle_call({add, Key, By}, _From, State) ->
    run(fun() ->
        [{_, N}] = ets:lookup(totals, Key), % access: read
        ets:insert(totals, {Key, N + By}) % expect: erlang-ets confidence>=50
    end),
    {reply, ok, State}.

handle_cast(_, State) -> {noreply, State}.

run(Fun) -> spawn(?MODULE, worker, []) ! Fun.

worker() -> receive Fun -> Fun() end.
