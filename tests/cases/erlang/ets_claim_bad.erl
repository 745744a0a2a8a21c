%% Claims that keep nobody away: of something else, in the other clause, or not taken by all.
-module(ets_claim_bad).
-export([start/0, work/2, first/1, late/1, build/1, rebuild/2]).

start() -> ets:new(jobs, [named_table, public]).

%% Two jobs may be of the same user.
work(Job, User) ->
    case ets:insert_new(jobs, {{busy, Job}, self()}) of
        true ->
            [{_, Sum}] = ets:lookup(jobs, {sum, User}), % access[w]: read
            ets:insert(jobs, {{sum, User}, Sum + 1}); % expect[w]: erlang-ets error
        false ->
            busy
    end.

%% Who was not the first has claimed nothing.
first(Key) ->
    case ets:insert_new(jobs, {Key, 1}) of
        true -> ok;
        false ->
            [{_, N}] = ets:lookup(jobs, Key), % access[f]: read
            ets:insert(jobs, {Key, N + 1}) % expect[f]: erlang-ets error
    end.

%% Who has claimed nothing writes it as well.
late(Job) ->
    case ets:insert_new(jobs, {{late, Job}, self()}) of
        true ->
            [{_, Sum}] = ets:lookup(jobs, {sums, Job}), % access[l]: read
            ets:insert(jobs, {{sums, Job}, Sum + 1}); % expect[l]: erlang-ets error
        false ->
            ets:insert(jobs, {{sums, Job}, 0})
    end.

build(Module) ->
    true = ets:insert_new(jobs, {{building, Module}, self()}),
    index(Module).

%% Without a claim.
rebuild(Module, yes) -> index(Module);
rebuild(_, no) -> ok.

index(Module) ->
    case ets:lookup(jobs, {index, Module}) of % access[i]: read
        [] -> ets:insert(jobs, {{index, Module}, self()}); % expect[i]: erlang-ets warning
        _ -> ok
    end.
