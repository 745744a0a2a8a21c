%% The start of a server makes the table on each way, or gives up.
-module(server_setup_ok).
-behaviour(gen_server).
-export([start_link/1, init/1, handle_call/3, handle_cast/2]).

start_link(Mode) -> gen_server:start_link(?MODULE, Mode, []).

init(bad) -> {stop, bad};
init(Mode) ->
    setup(),
    {ok, Mode}.

setup() ->
    try
        ets:new(own_counts, [named_table, public])
    after
        ok
    end.

handle_call(_, _From, State) -> {reply, ok, State}.

handle_cast({add, Key}, State) ->
    [{_, N}] = ets:lookup(own_counts, Key),
    ets:insert(own_counts, {Key, N + 1}), % ok: erlang-ets
    {noreply, State}.
