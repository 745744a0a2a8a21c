%% Each client of a trace has a process of its own; besides the one tracer others may write.
-module(one_process_bad).
-export([init/0, start/1, start_tracer/0, count/1]).

init() ->
    ets:new(calls, [named_table, public]),
    ets:new(all, [named_table, public]).

start(File) -> dbg:trace_client(file, File, {fun handle/2, none}).

handle({trace, Pid, call, _}, State) ->
    [{_, N}] = ets:lookup(calls, Pid), % access[client]: read
    ets:insert(calls, {Pid, N + 1}), % expect[client]: erlang-ets confidence>=50 "calls"
    State.

start_tracer() -> dbg:tracer(process, {fun handle_all/2, none}).

handle_all({trace, Pid, call, _}, State) ->
    [{_, N}] = ets:lookup(all, Pid), % access[tracer]: read
    ets:insert(all, {Pid, N + 1}), % expect[tracer]: erlang-ets confidence>=50 "all"
    State.

count(Pid) -> ets:insert(all, {Pid, 0}).
