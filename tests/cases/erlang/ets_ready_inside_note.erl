%% The part of a function before the call that says so, and of a function that the started one applies.
-module(ets_ready_inside_note).
-export([start_link/0, start_other/0, run/3, first/1, second/1, make/0]).

start_link() -> start(first, [self()]).
start_other() -> start(second, [self()]).

start(Function, Args) -> proc_lib:start_link(?MODULE, run, [?MODULE, Function, Args]).

run(Module, Function, Args) ->
    try apply(Module, Function, Args)
    catch _:Reason -> exit(Reason)
    end.

make() -> ets:new(ready_parts, [named_table, public]).

first(Parent) ->
    register(ready_first, self()),
    case ets:lookup(ready_parts, owner) of
        [{_, old}] -> ets:insert(ready_parts, {owner, self()}); % expect: erlang-ets "erlang-at-start"
        _ -> ok
    end,
    proc_lib:init_ack(Parent, {ok, self()}),
    receive
        stop -> ets:insert(ready_parts, {owner, old})
    end.

second(Parent) ->
    proc_lib:init_ack(Parent, {ok, self()}),
    receive
        {own, Who} -> ets:insert(ready_parts, {owner, Who})
    end.
