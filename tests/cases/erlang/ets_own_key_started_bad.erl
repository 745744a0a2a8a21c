%% Others write under the pid of the process that was started, too.
-module(ets_own_key_started_bad).
-export([start/0, work/1, run/1, reset/2]).

start() -> ets:new(progress, [named_table, public]).

work(Job) -> spawn_link(?MODULE, run, [Job]).

reset(Job, Pid) -> ets:insert(progress, {{Job, Pid}, 0}).

run(Job) ->
    case ets:lookup(progress, {Job, self()}) of
        [] -> ets:insert(progress, {{Job, self()}, 1}); % expect: erlang-ets confidence>=50
        [{_, N}] -> ets:insert(progress, {{Job, self()}, N + 1}) % expect: erlang-ets confidence>=50
    end.
