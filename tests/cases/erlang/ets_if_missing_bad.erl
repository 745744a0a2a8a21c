%% Any number of servers that make a table only if there is none: who makes it is not alone.
-module(ets_if_missing_bad).
-behaviour(gen_server).
-export([start_link/0, init/1, handle_call/3, handle_cast/2]).

start_link() -> gen_server:start_link(?MODULE, [], []).

init([]) ->
    case ets:whereis(sums) of % access[new]: read
        undefined -> ets:new(sums, [named_table, public]); % expect[new]: erlang-ets
        _ -> ok
    end,
    try ets:new(others, [named_table, public]) catch error:badarg -> ok end,
    {ok, none}.

handle_call({add, N}, _, S) ->
    [{sum, V}] = ets:lookup(sums, sum), % access[sum]: read
    ets:insert(sums, {sum, V + N}), % expect[sum]: erlang-ets
    {reply, ok, S}.

handle_cast({add, N}, S) ->
    [{sum, V}] = ets:lookup(others, sum), % access[other]: read
    ets:insert(others, {sum, V + N}), % expect[other]: erlang-ets
    {noreply, S}.
