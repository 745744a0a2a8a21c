%% The twin of server_named_elsewhere_bad: each server makes the table, which a second one cannot.
-module(server_named_elsewhere_ok).
-behaviour(gen_server).
-export([start_link/0, init/1, handle_call/3, handle_cast/2]).

start_link() -> gen_server:start_link(?MODULE, [], []).

init([]) ->
    make_table(scores),
    {ok, none}.

make_table(_) -> ets:new(scores, [named_table, public]).

handle_call({add, Player, N}, _From, State) ->
    [{_, Score}] = ets:lookup(scores, Player),
    ets:insert(scores, {Player, Score + N}), % ok: erlang-ets
    {reply, Score, State}.

handle_cast(_, State) -> {noreply, State}.
