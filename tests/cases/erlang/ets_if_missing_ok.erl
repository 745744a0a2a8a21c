%% A second server of this kind does not start.
-module(ets_if_missing_ok).
-behaviour(gen_server).
-export([start_link/0, init/1, handle_call/3, handle_cast/2]).

start_link() -> gen_server:start_link(?MODULE, [], []).

init([]) ->
    ets:new(sums, [named_table, public]),
    {ok, none}.

handle_call({add, N}, _, S) ->
    [{sum, V}] = ets:lookup(sums, sum),
    ets:insert(sums, {sum, V + N}), % ok: erlang-ets
    {reply, ok, S}.

handle_cast(_, S) -> {noreply, S}.
