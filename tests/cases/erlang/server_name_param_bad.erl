%% Each worker of the pool has a name of its own: there are many of them.
-module(server_name_param_bad).
-behaviour(gen_server).
-export([start_link/1, make/0, init/1, handle_call/3, handle_cast/2]).

start_link(Name) -> gen_server:start_link({local, Name}, ?MODULE, [], []).

make() -> ets:new(pool_counts, [named_table, public]).

init([]) -> {ok, none}.

handle_call(_, _From, State) -> {reply, ok, State}.

handle_cast({add, Key}, State) ->
    [{_, N}] = ets:lookup(pool_counts, Key), % access: read
    ets:insert(pool_counts, {Key, N + 1}), % expect: erlang-ets confidence>=50 "pool_counts"
    {noreply, State}.
