%% Each process that is started writes under its own pid, whatever else is in the key.
-module(ets_own_key_started_ok).
-export([start/0, work/1, run/1]).

start() -> ets:new(progress, [named_table, public]).

work(Job) -> spawn_link(?MODULE, run, [Job]).

run(Job) ->
    case ets:lookup(progress, {Job, self()}) of
        [] -> ets:insert(progress, {{Job, self()}, 1}); % ok: erlang-ets
        [{_, N}] -> ets:insert(progress, {{Job, self()}, N + 1}) % ok: erlang-ets
    end.
