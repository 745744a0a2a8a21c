%% Who goes on has claimed the job: ets:insert_new/2 answers true to one process only.
-module(ets_claim_note).
-export([start/0, work/1, build/1]).

start() -> ets:new(jobs, [named_table, public]).

work(Job) ->
    case ets:insert_new(jobs, {{busy, Job}, self()}) of
        true ->
            case ets:lookup(jobs, {result, Job}) of % access[w]: read
                [] -> ets:insert(jobs, {{result, Job}, run(Job)}); % expect[w]: erlang-ets "claimed"
                _ -> ok
            end,
            ets:delete(jobs, {busy, Job});
        false ->
            busy
    end.

run(Job) -> {done, Job, os:timestamp()}.

build(Module) ->
    claim(Module),
    [index(Module, Line) || Line <- lines(Module)].

claim(Module) -> true = ets:insert_new(jobs, {Module, 0}).

lines(Module) -> lists:seq(1, length(Module)).

index(Module, Line) ->
    Key = {line, Module, Line},
    case ets:lookup(jobs, Key) of % access[b]: read
        [] ->
            Index = ets:update_counter(jobs, Module, 1),
            ets:insert(jobs, {Key, Index}); % expect[b]: erlang-ets "claimed"
        [{_, Index}] -> Index
    end.
