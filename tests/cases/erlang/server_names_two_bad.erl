%% Two servers of a kind, each under a fixed name.
-module(server_names_two_bad).
-behaviour(gen_server).
-export([start_reader/0, start_writer/0, make/0, init/1, handle_call/3, handle_cast/2]).

start_reader() -> gen_server:start_link({local, reader}, ?MODULE, [], []).

start_writer() -> gen_server:start_link({local, writer}, ?MODULE, [], []).

make() -> ets:new(two_counts, [named_table, public]).

init([]) -> {ok, none}.

handle_call(_, _From, State) -> {reply, ok, State}.

handle_cast({add, Key}, State) ->
    [{_, N}] = ets:lookup(two_counts, Key), % access: read
    ets:insert(two_counts, {Key, N + 1}), % expect: erlang-ets confidence>=50 "two_counts"
    {noreply, State}.
