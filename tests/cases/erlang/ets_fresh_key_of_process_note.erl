%% Nobody else knows the reference yet.
-module(ets_fresh_key_of_process_note).
-export([start/0, submit/1]).

start() -> ets:new(jobs, [named_table, public]).

submit(Job) ->
    Ref = make_ref(),
    ets:insert(jobs, {Ref, Job, 0}),
    [{_, _, Tries}] = ets:lookup(jobs, Ref),
    ets:insert(jobs, {Ref, Job, Tries + 1}), % expect: erlang-ets confidence<50 "erlang-fresh-key"
    Ref.
