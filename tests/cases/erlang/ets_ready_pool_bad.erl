%% Many workers start at the same time: the look and the write of one may meet those of another.
-module(ets_ready_pool_bad).
-export([start_all/1, init/1, make/0]).

make() -> ets:new(ready_pool, [named_table, public]).

start_all(N) -> [proc_lib:start_link(?MODULE, init, [self()]) || _ <- lists:seq(1, N)].

init(Parent) ->
    Number =
        case ets:lookup(ready_pool, workers) of
            [{_, N}] -> N + 1;
            [] -> 1
        end,
    ets:insert(ready_pool, {workers, Number}), % expect: erlang-ets "one of many processes"
    proc_lib:init_ack(Parent, {ok, self()}),
    receive
        stop -> ok
    end.
