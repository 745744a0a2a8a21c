-module(app).
-behaviour(supervisor).
-export([start/2, stop/1, init/1]).

start(_, _) ->
    ets:new(prefs, [named_table, public]),
    worker:start_link().

stop(_) -> ok.

init([]) -> {ok, {#{}, []}}.
