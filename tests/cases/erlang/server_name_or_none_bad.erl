%% One has a name, but others are started without.
-module(server_name_or_none_bad).
-behaviour(gen_server).
-export([start_link/0, start_worker/0, make/0, init/1, handle_call/3, handle_cast/2]).

start_link() -> gen_server:start_link({local, ?MODULE}, ?MODULE, [], []).

start_worker() -> gen_server:start_link(?MODULE, [], []).

make() -> ets:new(some_counts, [named_table, public]).

init([]) -> {ok, none}.

handle_call(_, _From, State) -> {reply, ok, State}.

handle_cast({add, Key}, State) ->
    [{_, N}] = ets:lookup(some_counts, Key), % access: read
    ets:insert(some_counts, {Key, N + 1}), % expect: erlang-ets confidence>=50 "some_counts"
    {noreply, State}.
