%% A fun that a server passes to a shared helper runs in the server: nobody else changes the table.
-module(fun_in_server_ok).
-behaviour(gen_server).
-export([start_link/0, init/1, handle_call/3, handle_cast/2, timed/1, other/0]).

start_link() -> gen_server:start_link({local, ?MODULE}, ?MODULE, [], []).

init([]) ->
    ets:new(totals, [named_table, public]),
    {ok, none}.

handle_call({add, Key, By}, _From, State) ->
    Result = timed(fun() ->
        [{_, N}] = ets:lookup(totals, Key),
        ets:insert(totals, {Key, N + By}) % ok: erlang-ets
    end),
    {reply, Result, State}.

handle_cast(_, State) -> {noreply, State}.

%% Any process calls it, with funs of its own.
timed(Fun) ->
    Start = erlang:monotonic_time(),
    Result = retry(Fun, 3),
    io:format("~p~n", [erlang:monotonic_time() - Start]),
    Result.

retry(Fun, 0) -> Fun();
retry(Fun, N) ->
    try Fun() catch _:_ -> retry(Fun, N - 1) end.

other() -> timed(fun() -> lists:seq(1, 1000) end).
