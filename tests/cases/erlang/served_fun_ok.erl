-module(served_fun_ok).
%% Clients send funs to one server, which runs them: no other process changes the table.
-behaviour(gen_server).
-export([start_link/0, bump/1, init/1, handle_call/3, handle_cast/2]).
start_link() -> gen_server:start_link({local, ?MODULE}, ?MODULE, [], []).
init([]) -> ets:new(hits, [named_table, public]), {ok, nil}.
bump(K) -> gen_server:call(?MODULE, {run, fun() -> add(K) end}).
add(K) ->
    N = case ets:lookup(hits, K) of [{_, V}] -> V; [] -> 0 end,
    ets:insert(hits, {K, N + 1}). % ok: erlang-ets
handle_call({run, F}, _From, S) -> {reply, F(), S}.
handle_cast(_, S) -> {noreply, S}.
