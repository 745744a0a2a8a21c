%% What a process does before it says that it is ready belongs to its start, also a few calls deep; its starter
%% waits. The counters are made there and nowhere else.
-module(ets_ready_note).
-export([start_link/0, init/1, bump/1, make/0]).

start_link() -> proc_lib:start_link(?MODULE, init, [self()]).

init(Parent) ->
    case catch do_init() of
        ok ->
            proc_lib:init_ack(Parent, {ok, self()}),
            loop();
        Error ->
            proc_lib:init_ack(Parent, {error, Error})
    end.

do_init() -> lists:foreach(fun(Counter) -> make(Counter) end, [in, out]).

make(Counter) ->
    case ets:lookup(ready_counters, Counter) of
        [_] -> ok;
        [] -> ets:insert(ready_counters, {Counter, 0}) % expect: erlang-ets "ready_counters, key Counter"
    end.

make() -> ets:new(ready_counters, [named_table, public]).

bump(Counter) -> ets:update_counter(ready_counters, Counter, 1).

loop() ->
    receive
        again -> loop();
        stop -> ok
    end.
