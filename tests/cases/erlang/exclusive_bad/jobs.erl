%% The twin of exclusive_ok: somebody else writes it without the lock.
-module(jobs).
-export([start/0, apply_change/1, clear/0]).

start() -> ets:new(jobs, [named_table, public]).

apply_change({add, Job}) -> add(Job);
apply_change(_) -> ok.

add(Job) ->
    [{waiting, Jobs}] = ets:lookup(jobs, waiting),  % access: read
    ets:insert(jobs, {waiting, [Job | Jobs]}).  % expect: erlang-ets

clear() -> ets:insert(jobs, {waiting, []}).
