%% Whoever runs apply_change/1 holds a lock of another node, as the settings say.
-module(jobs).
-export([start/0, init/1, run/1, apply_change/1]).

start() -> proc_lib:start_link(?MODULE, init, [self()]).

%% Nobody else is there yet.
init(Parent) ->
    ets:new(jobs, [named_table, public]),
    add({list, first}, none),
    proc_lib:init_ack(Parent, {ok, self()}),
    proc_lib:hibernate(erlang, exit, [normal]).

%% The key is known here, but it is apply_change/1 that writes.
run(Job) -> apply_change({add, {list, waiting}, Job}).

apply_change({add, Key, Job}) -> add(Key, Job);
apply_change(_) -> ok.

add(Key, Job) ->
    [{Key, Jobs}] = ets:lookup(jobs, Key),
    ets:insert(jobs, {Key, [Job | Jobs]}).  % ok: erlang-ets
