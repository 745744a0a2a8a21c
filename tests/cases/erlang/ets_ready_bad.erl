%% args: --min-confidence 60
%% Once it has said that it is ready, the process is one of many that count.
-module(ets_ready_bad).
-export([start_link/0, init/1, make/0]).

start_link() -> proc_lib:start_link(?MODULE, init, [self()]).

make() -> ets:new(ready_jobs, [named_table, public]).

init(Parent) ->
    proc_lib:init_ack(Parent, {ok, self()}),
    note(),
    loop().

note() ->
    [{_, N}] = ets:lookup(ready_jobs, started), % access: read
    ets:insert(ready_jobs, {started, N + 1}). % expect: erlang-ets "ready_jobs"

loop() ->
    receive
        stop -> ok
    end.
