%% An application whose processes are known: nothing of it runs the update, so only callers from outside would.
-module(app).
-behaviour(supervisor).
-export([start/2, stop/1, init/1, bump/1]).

start(_, _) ->
    ets:new(prefs, [named_table, public]),
    {ok, spawn_link(fun() -> receive stop -> ok end end)}.

stop(_) -> ok.

bump(Key) ->
    [{_, N}] = ets:lookup(prefs, Key), % access: read
    ets:insert(prefs, {Key, N + 1}). % expect: erlang-ets error "erlang-unseen-callers"

init([]) -> {ok, {#{}, []}}.
