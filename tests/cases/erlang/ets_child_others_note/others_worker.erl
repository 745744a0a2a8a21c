%% The worker is one child of a supervisor, and other processes write only under keys of their own.
-module(others_worker).
-export([start_link/2, init/2, make/0, add/0]).

make() -> ets:new(others_counts, [named_table, public]).

start_link(Parent, Options) -> proc_lib:start_link(?MODULE, init, [Parent, Options]).

init(Parent, _Options) ->
    proc_lib:init_ack(Parent, {ok, self()}),
    loop().

loop() ->
    receive
        {count, Key} ->
            [{_, N}] = ets:lookup(others_counts, Key),  % access: read
            ets:insert(others_counts, {Key, N + 1}),  % expect: erlang-ets
            loop()
    end.

add() -> ets:insert(others_counts, {make_ref(), 1}).
