%% The worker has no name, but all that starts it is one child of a supervisor, which the start of a server asks for.
-module(child_worker).
-export([start_link/2, init/2, make/0]).

make() -> ets:new(child_counts, [named_table, public]).

start_link(Parent, Options) -> proc_lib:start_link(?MODULE, init, [Parent, Options]).

init(Parent, _Options) ->
    proc_lib:init_ack(Parent, {ok, self()}),
    loop().

loop() ->
    receive
        {count, Key} ->
            [{_, N}] = ets:lookup(child_counts, Key),
            ets:insert(child_counts, {Key, N + 1}), % expect: erlang-ets "one child of a supervisor"
            loop()
    end.
