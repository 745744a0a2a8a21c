%% The content decides, or what is written comes from there.
-module(ets_element_exists_bad).
-export([start/0, add/2, take/1, push/2, finish/1]).
-record(job, {id, state = queued, log = []}).

start() -> ets:new(jobs, [named_table, public, {keypos, #job.id}]).

add(Id, Log) -> ets:insert(jobs, #job{id = Id, log = Log}).

take(Id) ->
    case ets:lookup(jobs, Id) of
        [#job{state = queued}] -> ets:update_element(jobs, Id, {#job.state, {running, self()}}); % expect: erlang-ets confidence>=50 "jobs"
        _ -> false
    end.

push(Id, X) ->
    case ets:lookup(jobs, Id) of
        [Job] -> ets:update_element(jobs, Id, {#job.log, [X | Job#job.log]}); % expect: erlang-ets confidence>=50 "jobs"
        [] -> false
    end.

finish(Id) ->
    [Job] = ets:lookup(jobs, Id),
    case is_done(Job) of
        true -> ets:update_element(jobs, Id, {#job.state, {done, self()}}); % expect: erlang-ets confidence>=50 "jobs"
        false -> false
    end.

is_done(#job{log = [done | _]}) -> true;
is_done(_) -> false.
