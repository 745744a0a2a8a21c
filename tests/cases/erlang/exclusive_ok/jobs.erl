%% Whoever runs apply_change/1 holds a lock of another node, as the settings say.
-module(jobs).
-export([start/0, apply_change/1]).

start() -> ets:new(jobs, [named_table, public]).

apply_change({add, Job}) -> add(Job);
apply_change(_) -> ok.

add(Job) ->
    [{waiting, Jobs}] = ets:lookup(jobs, waiting),
    ets:insert(jobs, {waiting, [Job | Jobs]}).  % ok: erlang-ets
