-module(served_fun_bad).
%% Clients send funs to one server, which starts a process for each of them.
-behaviour(gen_server).
-export([start_link/0, bump/1, init/1, handle_call/3, handle_cast/2]).
start_link() -> gen_server:start_link({local, ?MODULE}, ?MODULE, [], []).
init([]) -> ets:new(hits, [named_table, public]), {ok, nil}.
bump(K) -> gen_server:cast(?MODULE, {run, fun() -> add(K) end}).
add(K) ->
    N = case ets:lookup(hits, K) of [{_, V}] -> V; [] -> 0 end,
    ets:insert(hits, {K, N + 1}). % expect: erlang-ets confidence>=50
handle_call(_, _From, S) -> {reply, ok, S}.
handle_cast({run, F}, S) -> spawn(F), {noreply, S}.
